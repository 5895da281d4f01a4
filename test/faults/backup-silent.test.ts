// A place for backups that says nothing (operations 6.2, decision 0284): what was asked of it ends with
// a sentence, everything else goes on, and when it answers again it is as if nothing had been.

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { buildApp } from '../../daemon/edge/app.ts'
import { hospital_doors } from '../../daemon/hospital/areas.ts'
import { messaging_doors } from '../../daemon/messaging/areas.ts'
import { theTimetable } from '../../daemon/work/timetable.ts'
import { isStuck, setPatience, silentSince } from '../../db/appliance/backups/answers.ts'
import { createBackup, repositoryOf } from '../../db/appliance/backups/create.ts'
import { mirror } from '../../db/appliance/backups/copy.ts'
import { listBackups } from '../../db/appliance/backups/list.ts'
import { system } from '../../db/core/caller.ts'
import { clock } from '../../db/core/clock.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import type { Document } from '../../db/appliance/deployment/line.ts'
import { configurationAt, houseAt } from '../support/programs/backed-house.ts'
import { folder } from '../support/folder.ts'
import { diskOf, hangAt } from '../support/programs/hanging.ts'
import { patientAt } from '../support/desk/patient.ts'
import { typedJson } from '../support/programs/typed.ts'

t.setTimeout(600_000)
const own = { env: { KITUO_CONFIG: undefined } }
const silence = /(?:does not answer: nothing moved for|has not answered since) .*Look at its mount/
t.afterEach(() => setPatience())

/** What says nothing is given up soon; what is only slow on a loaded machine never is. */
const hurry = (look = 150): void => setPatience({ work: 300, look })

function hangsAt(t: Test, file: string, look?: number): { answer: () => void } {
  const { answer } = hangAt(t, file)
  hurry(look)
  return {
    answer() {
      answer()
      setPatience()
    },
  }
}

/** Until it is no longer so; of a look that never ends the test itself runs out of time. */
async function until(so: () => boolean): Promise<void> {
  while (!so()) await new Promise((next) => setTimeout(next, 5))
}

/** Until one hangs in it: those that are only slow have come back when so many that were asked later have. */
async function untilOneHangs(places: string, look: () => Promise<unknown>): Promise<void> {
  do {
    await look().catch(() => undefined)
    for (let n = 0; n < 32; n++) await readFile('/proc/self/stat')
  } while (silentSince(places) === null)
}

/** As typed where no daemon runs; every turn of the event loop meanwhile is counted. */
async function heard(line: readonly string[], dir: string): Promise<Document> {
  let turns = 0
  const turning = setInterval(() => (turns += 1), 10)
  try {
    const said = await typedJson([...line, '--data', dir], own)
    if (turns < 5) throw new Error(`${line.join(' ')} held up everybody: ${turns} turns`)
    return said
  } finally {
    clearInterval(turning)
  }
}

t.test('typed: each ends with a sentence and 6, and holds up nobody', async (t) => {
  const dir = folder(t)
  const usb = join(folder(t), 'usb')
  const house = await houseAt(configurationAt(dir))
  await house.file('a note')
  await house.deployment.close()
  const places = join(dir, 'backups')
  writeFileSync(
    join(dir, 'kituo.toml'),
    `[backup]\nrepositories = [
  { name = "local", path = ${JSON.stringify(places)} },
  { name = "usb", path = ${JSON.stringify(usb)} } ]\n`,
  )
  const run = (...line: string[]) => typedJson([...line, '--data', dir], own)
  const { name } = (await run('backup', 'create', '--tag', 'first')).data as { name: string }
  t.match(await run('backup', 'copy', 'usb'), { success: true })
  const taken = join(folder(t), 'taken.tar')
  t.match(await run('backup', 'export', name, '--out', taken), { success: true })
  const out = (n: number) => join(folder(t), `out-${n}.tar`)

  const config = join(places, 'config.json')
  const image = join(places, 'backups', name)
  const state = join(places, 'state', `${name}.json`)
  const [top = ''] = readdirSync(join(places, 'objects'))
  const [object = ''] = readdirSync(join(places, 'objects', top))
  const [key = ''] = readdirSync(join(places, 'keys'))
  const each: [hangs: string, ...line: string[]][] = [
    [config, 'backup', 'create'],
    [state, 'backup', 'list'],
    [image, 'backup', 'list'],
    [config, 'backup', 'show', name],
    [image, 'backup', 'show', name],
    [image, 'backup', 'check', name],
    [join(places, 'objects', top, object), 'backup', 'check', name],
    [image, 'backup', 'verify', name],
    [image, 'backup', 'verify', '--all'],
    [image, 'backup', 'prune', '--yes'],
    [state, 'backup', 'prune', '--yes'],
    [state, 'backup', 'keep', name, '--reason', 'an audit'],
    [join(places, 'objects', top, object), 'backup', 'export', name, '--out', out(1)],
    [image, 'backup', 'export', name, '--out', out(2)],
    [taken, 'backup', 'import', taken],
    [config, 'backup', 'import', taken],
    [join(usb, 'config.json'), 'backup', 'copy', 'usb'],
    [join(places, 'keys', key), 'backup', 'key', 'list'],
    [config, 'backup', 'repository', 'unlock', 'local', '--yes'],
    [image, 'backup', 'restore', name, '--dry-run', '--reason', 'a look'],
    [image, 'backup', 'unpack', name, '--to-dir', out(3)],
  ]
  for (const [hangs, ...line] of each) {
    await t.test(`${line.join(' ').slice(0, 60)} (${hangs.slice(-24)})`, async (t) => {
      const { answer } = hangsAt(t, hangs)
      const before = readdirSync(join(places, 'locks'))
      t.match(await heard(line, dir), {
        success: false,
        error: { code: 'repository.away', message: silence },
        meta: { exit: 6 },
      })
      answer()
      await until(() => !isStuck())
      await until(() => readdirSync(join(places, 'locks')).length === before.length)
      t.same(
        readdirSync(places, { recursive: true, encoding: 'utf8' }).filter((one) =>
          one.endsWith('.part'),
        ),
        [],
      )
    })
  }
  t.notOk(existsSync(out(1)), 'nothing half-made stays')
  t.match(
    await run('backup', 'check', name),
    { success: true },
    'no backup is called damaged by it',
  )
  t.match(await run('backup', 'list'), { data: [{ state: 'MADE' }] })
  t.match(await run('backup', 'create'), { success: true })
  t.match(await run('backup', 'copy', 'usb'), { success: true, data: { copied: Number } })

  await t.test('status, doctor and the list of places say which says nothing', async (t) => {
    const { answer } = hangsAt(t, config, 1000)
    const advice = { finding: 'backup.place', state: 'BAD', message: silence }
    const said = await heard(['status'], dir)
    const shown = said.data as { backups: unknown; advice: { finding: string }[] }
    t.equal(shown.backups, null)
    t.match(
      shown.advice.filter(({ finding }) => finding.startsWith('backup.')),
      [advice],
      'and nothing else of what lies there',
    )
    const listed = await typedJson(['backup', 'repository', 'list', '--data', dir], own)
    t.match(listed, {
      success: true,
      data: [
        { name: 'local', backups: null, silent_since: /Z$/ },
        { name: 'usb', backups: Number, silent_since: null },
      ],
    })
    const examined = await typedJson(['doctor', '--category', 'backup', '--data', dir], own)
    const { findings } = examined.data as { findings: { id: string; state: string }[] }
    t.same(
      findings.filter(({ id }) => id !== 'backup.attachments').map(({ id, state }) => [id, state]),
      [
        ['backup.place', 'BAD'],
        ...['age', 'verified', 'drill', 'key_proof', 'slots', 'elsewhere', 'lock', 'space'].map(
          (id) => [`backup.${id}`, 'SKIPPED'],
        ),
      ],
    )
    answer()
    await until(() => !isStuck())
    const after = await typedJson(['backup', 'repository', 'list', '--data', dir], own)
    t.match(after, { data: [{ backups: 2, silent_since: null }, {}] })
  })
})

t.test('a process with a thread that hangs ends, with the code that is to be', async (t) => {
  const dir = folder(t)
  const house = await houseAt(configurationAt(dir))
  await createBackup(house.deployment, { tag: 'manual', by: 'a test' })
  await house.deployment.close()
  writeFileSync(join(dir, 'kituo.toml'), '')
  hangAt(t, join(dir, 'backups', 'config.json'))
  const child = spawn(
    process.execPath,
    [
      '--no-warnings',
      join(import.meta.dirname, '../../bin/kituo.ts'),
      'backup',
      'list',
      '--data',
      dir,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { PATH: process.env['PATH'] } },
  )
  let said = ''
  child.stderr.on('data', (piece: Buffer) => void (said += piece.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  t.match(said, silence)
  t.equal(code, 6)
})

async function running(t: Test, deployment: Deployment) {
  const app = await buildApp({ hospital: hospital_doors, messaging: messaging_doors })
  t.teardown(() => app.close())
  /** Requests that were answered while something else was waited for. */
  return async <T>(
    work: Promise<T>,
  ): Promise<{ outcome: PromiseSettledResult<T>; answered: number }> => {
    let over = false
    const settled = Promise.allSettled([work]).then(([outcome]) => {
      over = true
      return outcome
    })
    let answered = 0
    while (!over) {
      const reply = await app.inject('/api/v1/ready')
      // The database is asked by the same threads as the places are.
      await deployment.engine.read('select count(*) as n from hospitals', [])
      if (reply.statusCode < 500) answered += 1
      await new Promise((next) => setTimeout(next, 5))
    }
    return { outcome: await settled, answered }
  }
}

t.test('in a house that works', async (t) => {
  const dir = folder(t)
  const { deployment, hospital_id } = await houseAt(configurationAt(dir))
  t.teardown(() => deployment.close())
  const meanwhile = await running(t, deployment)
  const { name } = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  const places = join(dir, 'backups')
  const away = { status: 'rejected', reason: { code: 'repository.away', message: silence } }
  const perform = (entry: string) => {
    const found = theTimetable({ info: () => undefined }).find((one) => one.name === entry)
    if (found === undefined) throw new Error(`the timetable has no ${entry}`)
    const caller = system(hospital_id)
    const signal = new AbortController().signal
    return Promise.resolve(found.run({ caller, due_at: clock.instant(), time_zone: 'UTC', signal }))
  }

  for (const entry of ['backup-hourly', 'backup-nightly', 'backup-verify', 'database-quick']) {
    await t.test(`${entry}: FAILED with the cause; the next goes well`, async (t) => {
      const { answer } = hangsAt(t, join(places, 'config.json'))
      const { outcome, answered } = await meanwhile(perform(entry))
      t.match(outcome, away)
      t.ok(answered > 0, `${answered} requests were answered meanwhile`)
      answer()
      await until(() => !isStuck())
      await t.resolves(perform(entry))
    })
  }

  await t.test('twenty looks take no thread each', async (t) => {
    const { answer } = hangsAt(t, join(places, 'backups', name))
    const list = async () => listBackups(await repositoryOf(deployment, undefined))
    const all = await Promise.allSettled(Array.from({ length: 20 }, list))
    for (const one of all) t.match(one, away)
    await untilOneHangs(places, list)
    for (let n = 0; n < 20; n++) {
      await t.rejects(repositoryOf(deployment, undefined), { message: /has not answered since/ })
    }
    t.match(silentSince(places), /Z$/)
    t.ok((await readFile('/proc/self/stat')).length > 0, 'threads are left for everybody else')
    const { patient, look } = patientAt(dir, deployment)
    t.ok(patient())
    t.match(await look('backup.place'), { state: 'BAD', message: silence })
    answer()
    await until(() => !isStuck())
    t.match(await look('backup.place'), { state: 'OK' })
    t.equal(silentSince(places), null)
    t.ok((await listBackups(await repositoryOf(deployment, undefined))).length > 0)
  })
})

t.test('a disk that hangs in the middle of writing', async (t) => {
  const disk = diskOf(t, 800)
  if (disk === null) return t.comment('needs to mount a disk')
  const dir = folder(t)
  const places = join(disk.dir, 'backups')
  const settings = `[backup]\nrepositories = [{ name = "far", path = ${JSON.stringify(places)} }]\n`
  const house = await houseAt(configurationAt(dir, settings))
  const { deployment } = house
  t.teardown(() => deployment.close())
  for (let n = 0; n < 3; n++) await house.file(`${n} of the notes`)
  const meanwhile = await running(t, deployment)
  await createBackup(deployment, { tag: 'before', by: 'a test' })
  await house.file('a note that is new')
  for (const phase of ['database', 'files']) {
    let is_frozen = false
    const made = createBackup(deployment, {
      tag: 'manual',
      by: 'a test',
      onPart: (at) => {
        if (at !== phase || is_frozen) return
        is_frozen = true
        hurry()
        disk.freeze()
      },
    })
    const { outcome, answered } = await meanwhile(made)
    t.ok(is_frozen)
    t.match(outcome, { status: 'rejected', reason: { code: 'repository.away', message: silence } })
    t.ok(answered > 0, `${answered} requests were answered meanwhile`)
    t.same(readdirSync(join(dir, 'tmp')), [], 'the image of the database is gone')
    await t.rejects(createBackup(deployment, { tag: 'next', by: 'a test' }), {
      code: 'repository.away',
    })
    disk.thaw()
    setPatience()
    await until(() => !isStuck())
    await until(() => readdirSync(join(places, 'locks')).length === 0)
    t.same(
      readdirSync(places, { recursive: true, encoding: 'utf8' }).filter((one) =>
        one.endsWith('.part'),
      ),
      [],
      `${phase}: what was begun is gone, and so is the lock`,
    )
    t.match(
      await createBackup(deployment, { tag: `after-${phase}`, by: 'a test' }),
      { state: 'MADE', level: 'CHECK' },
      'without a restart',
    )
  }

  await t.test('backup copy: the place it goes to hangs', async (t) => {
    const near = await repositoryOf(deployment, undefined)
    const far = { name: 'copy', path: join(disk.dir, 'copy') }
    let is_frozen = false
    const copied = mirror(near, far, (_phase, at) => {
      if (at < 3 || is_frozen) return
      is_frozen = true
      hurry()
      disk.freeze()
    })
    const { outcome, answered } = await meanwhile(copied)
    t.match(outcome, { status: 'rejected', reason: { code: 'repository.away', message: silence } })
    t.ok(answered > 0)
    disk.thaw()
    setPatience()
    await until(() => !isStuck())
    t.same(readdirSync(join(far.path, 'locks')), [])
    const { repository } = await mirror(near, far)
    t.equal((await listBackups(repository)).length, (await listBackups(near)).length)
  })

  await t.test('backup export: the disk that the file is written to hangs', async (t) => {
    const [to, out] = [folder(t), join(disk.dir, 'out.tar')]
    const near = await houseAt(configurationAt(to))
    await near.file(randomBytes(12_000_000).toString('hex'))
    await createBackup(near.deployment, { tag: 'manual', by: 'a test' })
    await near.deployment.close()
    writeFileSync(join(to, 'kituo.toml'), '')
    const line = ['backup', 'export', 'latest', '--out', out]
    const watching = setInterval(() => {
      if (!existsSync(out)) return
      clearInterval(watching)
      disk.freeze()
    }, 1)
    hurry()
    t.match(await heard(line, to), {
      error: { code: 'repository.away', message: silence },
      meta: { exit: 6 },
    })
    disk.thaw()
    setPatience()
    await until(() => !isStuck() && !existsSync(out))
    t.match(await typedJson([...line, '--data', to], own), { success: true })
  })
})
