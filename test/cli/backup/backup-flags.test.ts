// What the rows of operations 5.6 take beside a name: where to, how long it waits, how much is opened,
// by which policy and with which key.

import { createECDH } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import {
  findRepository,
  mark,
  marksOf,
  objectFile,
} from '../../../db/appliance/backups/repository.ts'
import { withLock } from '../../../db/appliance/backups/repository-lock.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { typedJson } from '../../support/programs/typed.ts'

t.setTimeout(600_000)
const dir = folder(t)
const usb = join(folder(t), 'usb')
const settings = `[backup]
repositories = [
  { name = "local", path = ${JSON.stringify(join(dir, 'backups'))} },
  { name = "usb", path = ${JSON.stringify(usb)} } ]
`
const house = await houseAt(configurationAt(dir))
for (let n = 0; n < 12; n++) await house.file(`note ${n} of the house`)
await house.deployment.close()
writeFileSync(join(dir, 'kituo.toml'), settings)
const own = { env: { KITUO_CONFIG: undefined } }
const run = (...line: string[]) => typedJson([...line, '--data', dir], own)
const local = () => findRepository({ name: 'local', path: join(dir, 'backups') }, false)
const names = async () =>
  ((await run('backup', 'list')).data as { name: string }[]).map((one) => one.name)

t.test('backup create --to: into the place that is named', async (t) => {
  t.match(await run('backup', 'create', '--to', 'usb', '--tag', 'away'), {
    success: true,
    data: { repository: 'usb', tag: 'away' },
  })
  t.match(await run('backup', 'create', '--to', 'nowhere'), { success: false })
  t.match(await run('backup', 'create', '--tag', 'first'), { data: { repository: 'local' } })
})

t.test('backup create --wait: for one that is being made, and no longer (OPS-113)', async (t) => {
  const lock = join(dir, 'backups', 'locks', 'lock.json')
  const holder = { host: `not ${hostname()}`, boot: 'x', pid: 7, started: '1', what: 'another' }
  writeFileSync(lock, JSON.stringify({ ...holder, since: new Date().toISOString() }))
  const before = performance.now()
  t.match(await run('backup', 'create', '--wait', '1s'), {
    error: { code: 'lock.held' },
    meta: { exit: 5 },
  })
  t.ok(performance.now() - before >= 1000, 'it waited')
  const waiting = run('backup', 'create', '--tag', 'later', '--wait', '1m')
  setTimeout(() => rmSync(lock), 700)
  t.match(await waiting, { success: true, data: { tag: 'later' } })
  const told: string[] = []
  await withLock(await local(), 'a test', async () => {
    const second = withLock(await local(), 'second', async () => 'done', {
      wait_ms: 60_000,
      onWait: (who) => told.push(who),
    })
    setTimeout(() => rmSync(lock, { force: true }), 400)
    t.equal(await second, 'done')
  })
  t.match(told, [/^a test, pid/], 'who is waited for is said, once')
})

t.test('backup create --native: a dump of PostgreSQL is of PostgreSQL', async (t) => {
  const found = await run('backup', 'create', '--native', '/usr/bin/pg_dump')
  t.match(found, { success: false, error: { message: /the data are on SQLite/ } })
  t.match(await run('backup', 'create', '--native', '/bin/sh'), { meta: { exit: 2 } })
})

t.test('backup check --subset: others each time, all of them in a round (OPS-115)', async (t) => {
  const name = (await names())[0] ?? ''
  const objects = join(dir, 'backups', 'objects')
  const files = readdirSync(objects).flatMap((one) =>
    readdirSync(join(objects, one)).map((object) => object),
  )
  t.equal(files.length, 12)
  // One that is damaged is found in the turn that opens it, and in no other.
  const [broken = ''] = files
  const path = objectFile(await local(), broken)
  const bytes = readFileSync(path)
  rmSync(path)
  writeFileSync(path, Buffer.concat([bytes.subarray(0, -4), Buffer.from('oops')]))
  const turns = 4
  const exits: number[] = []
  for (let n = 0; n < turns; n++) {
    exits.push((await run('backup', 'check', name, '--subset', '25%')).meta.exit)
    // A turn that found damage is not over.
    if (exits.at(-1) === 10) break
  }
  t.equal(exits.at(-1), 10, 'within one round')
  t.same(exits.slice(0, -1), Array(exits.length - 1).fill(0))
  rmSync(path)
  writeFileSync(path, bytes)
  for (let n = exits.length - 1; n < turns; n++) {
    t.match(await run('backup', 'check', name, '--subset', '25'), {
      success: true,
      data: {
        levels: [{ level: 'CHECK', ok: true, checks: [{ name: 'image' }, { name: 'files' }] }],
      },
    })
  }
  t.match(
    await marksOf(await local(), name),
    { turn: 0, damaged: null, level: 'CHECK' },
    'the round is whole',
  )
  rmSync(path)
  t.match(
    await run('backup', 'check', name, '--subset', '1%'),
    { meta: { exit: 10 } },
    'all are there',
  )
  writeFileSync(path, bytes)
  t.match(await run('backup', 'check', name), { success: true, data: { took_ms: Number } })
  // Parts of another size begin a round of their own.
  const level = async () => (await marksOf(await local(), name)).level
  await mark(await local(), name, { level: 'NONE' })
  await run('backup', 'check', name, '--subset', '25')
  for (const wanted of ['NONE', 'CHECK']) {
    await run('backup', 'check', name, '--subset', '50')
    t.equal(await level(), wanted)
  }
  for (const wrong of ['0', '101', 'ten']) {
    t.match(await run('backup', 'check', name, '--subset', wrong), { meta: { exit: 2 } }, wrong)
  }
})

t.test('backup prune: by a policy that is typed (OPS-119)', async (t) => {
  const none = ['within', 'daily', 'weekly', 'monthly', 'yearly'].flatMap((of) => [
    `--keep-${of}`,
    of === 'within' ? '0s' : '0',
  ])
  const before = await names()
  t.match(await run('backup', 'prune', ...none, '--yes'), {
    meta: { exit: 3 },
    error: { message: 'this would keep nothing.' },
  })
  t.match(await run('backup', 'prune', ...none, '--dry-run'), { meta: { exit: 3 } })
  t.same(await names(), before, 'and nothing went')
  const one = [...none.slice(0, 2), '--keep-daily', '1', ...none.slice(4)]
  t.match(await run('backup', 'prune', ...one, '--dry-run'), {
    data: { steps: [/^remove .*first\.kbk, .*: nothing keeps it$/] },
  })
  t.match(await run('backup', 'prune', ...one, '--yes'), {
    success: true,
    data: { kept: [{ reasons: ['daily'] }], removed: [/first\.kbk$/], freed: Number },
  })
  t.match(await run('backup', 'prune', '--keep-daily', '-1'), { meta: { exit: 2 } })
})

t.test('backup drill --keep: the house that was made of it stays, stopped', async (t) => {
  const drilled = await run('backup', 'drill', 'latest', '--keep')
  t.match(drilled, { success: true, data: { levels: [{ level: 'BOOT' }], took_ms: Number } })
  const { kept_in } = drilled.data as { kept_in: string }
  t.match(
    readdirSync(kept_in).sort(),
    ['ROOT', 'attachments'].filter((one) => one === 'ROOT'),
  )
  t.match(readFileSync(join(kept_in, 'kituo.toml'), 'utf8'), /enabled = false/, 'and sends nothing')
  const there = await typedJson(
    ['database', 'info', '--data', kept_in, '--config', join(kept_in, 'kituo.toml')],
    own,
  )
  t.match(there, { success: true, data: { engine: 'sqlite' } })
  rmSync(kept_in, { recursive: true })
})

t.test('backup key: another may write, whoever holds a sheet is known', async (t) => {
  const file = join(folder(t), 'safe.hex')
  writeFileSync(file, createECDH('prime256v1').generateKeys('hex'))
  const wrong = join(folder(t), 'wrong.hex')
  writeFileSync(wrong, `04${'ab'.repeat(64)}`)
  const add = ['backup', 'key', 'add', 'recipient', '--yes']
  t.match(await run(...add), { meta: { exit: 2 }, error: { message: /^--public-key is needed/ } })
  t.match(await run(...add, '--public-key', wrong), { meta: { exit: 2 } })
  t.match(await run(...add, '--public-key', file), { success: true, data: { kind: 'recipient' } })
  t.match(await run('backup', 'key', 'sheet'), { meta: { exit: 2 }, error: { message: /--yes/ } })
  t.match(await run('backup', 'key', 'sheet', '--yes'), { success: true, meta: { changed: false } })
})

t.test('backup restore: looked at first, of a file, with one key (OPS-111, OPS-123)', async (t) => {
  const plan = await run('backup', 'restore', 'latest', '--plan')
  t.match(plan, {
    success: true,
    data: {
      plan: [/Kituo Hospital.*; proved to BOOT$/, /free, .* needed$/],
      backup: { schema: 1, engine: 'sqlite', level: 'BOOT', hospitals: [{ code: 'kituo' }] },
      generation: 2,
      offline_s: Number,
      about_s: Number,
      free_bytes: Number,
    },
    meta: { changed: false },
  })
  t.match(await run('backup', 'restore', 'latest', '--plan', '--slot', 'ffffffff'), {
    meta: { exit: 2 },
  })
  const { data } = await run('backup', 'key', 'list')
  const slots = data as { kind: string; fingerprint: string }[]
  const of = (kind: string): string => slots.find((one) => one.kind === kind)?.fingerprint ?? ''
  t.match(await run('backup', 'restore', 'latest', '--plan', '--slot', of('recipient')), {
    meta: { exit: 11 },
  })
  t.match(await run('backup', 'restore', 'latest', '--plan', '--slot', of('machine')), {
    success: true,
  })
  const file = join(folder(t), 'kituo.tar')
  t.match(await run('backup', 'export', 'latest', '--out', file), { success: true })
  t.match(await run('audit', 'search', '--action', 'command.backup.export'), { meta: { total: 1 } })
  rmSync(join(dir, 'backups'), { recursive: true })
  const restore = ['backup', 'restore', file, '--reason', 'the disk of the backups is gone']
  const dry = await run(...restore, '--dry-run')
  t.match(dry, { success: true, data: { type: /^restore .*\.kbk$/ } })
  const { type } = dry.data as { type: string }
  t.match(await run(...restore, '--yes', '--confirm', type), {
    success: true,
    data: { generation: 2, plan: { engine: 'sqlite' }, held: [], safety_backup: /before-restore/ },
  })
  t.same(
    readdirSync(join(dir, 'tmp')).filter((one) => one.startsWith('from-')),
    [],
    'what was laid out for it is gone',
  )
})
