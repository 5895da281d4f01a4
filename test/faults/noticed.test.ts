// What a daemon notices of its machine while it works (operations 6.2): who holds its database file,
// that the file is gone or damaged, that no more files can be opened, lines of the log that were
// dropped, and why the house before it ended.

import { fork, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import t from 'tap'
import { proveNewest } from '../../daemon/work/after-damage.ts'
import { closedFor } from '../../daemon/edge/gate.ts'
import { openLog } from '../../daemon/watching/log.ts'
import { hearingOfFile, watchingDatabaseFile, watchingOpenFiles } from '../../daemon/work/work.ts'
import { createBackup, repositoryOf } from '../../db/appliance/backups/create.ts'
import { listBackups } from '../../db/appliance/backups/list.ts'
import { backupFile } from '../../db/appliance/backups/repository.ts'
import { clock, minutes, seconds } from '../../db/core/clock.ts'
import { closeDatabase, onDatabase, openDatabase, row } from '../../db/store/connection.ts'
import { openDeployment } from '../../db/appliance/deployment/deployment.ts'
import { databaseFile } from '../../db/appliance/deployment/generation.ts'
import { setMachine } from '../../db/appliance/doctor/asked.ts'
import { examine } from '../../db/appliance/doctor/doctor.ts'
import { banners } from '../../db/appliance/house/banners.ts'
import { openSqlite } from '../../db/store/engines/sqlite.ts'
import { broken, forgetBroken, noteBroken, proofSentence } from '../../db/appliance/house/broken.ts'
import { markStanding, standingIn } from '../../db/appliance/house/clean-stop.ts'
import { openLogFile } from '../../db/appliance/house/log-file.ts'
import { forgetSeen, seen } from '../../db/appliance/house/seen.ts'
import { onFileTrouble } from '../../db/core/refusal.ts'
import { sql } from '../../db/store/sql.ts'
import { configurationAt, houseAt } from '../support/programs/backed-house.ts'
import { boot } from '../support/boot.ts'
import { on_postgres } from '../support/database.ts'
import { folder } from '../support/folder.ts'
import { served } from '../support/programs/house.ts'

const skip = on_postgres && 'SQLite has a file'

function listening() {
  const said: string[] = []
  const log = openLog({
    level: 'info',
    format: 'json',
    out: new Writable({
      decodeStrings: false,
      write(line: string, _as, done) {
        said.push((JSON.parse(line) as { msg: string }).msg)
        done()
      },
    }),
  })
  return { log, said }
}

const until = async (what: () => boolean): Promise<void> => {
  const late = performance.now() + 20_000
  while (!what() && performance.now() < late) await new Promise((next) => setImmediate(next))
}

t.afterEach(() => {
  onFileTrouble(() => undefined)
  forgetBroken()
  forgetSeen()
  clock.release()
  setMachine(null)
})

t.test('a program that holds the database file is looked for and named', { skip }, async (t) => {
  const house = await boot(t)
  const { address } = house.database
  await closeDatabase()
  await openDatabase({ ...address, write_wait_ms: 200 })
  const administrator = await house.people.administrator()
  const { log, said } = listening()
  onFileTrouble(hearingOfFile(log))
  const holder = fork(
    new URL('../support/programs/hold-database.ts', import.meta.url),
    [address.file ?? ''],
    { execArgv: ['--no-warnings'] },
  )
  await once(holder, 'message')
  const asked = await administrator.post('/departments', { code: 'H', name: 'H', kind: 'CLINICAL' })
  t.equal(asked.status, 503)
  await until(() => said.length > 0)
  t.match(said, [new RegExp(`^\\S+ \\(pid ${holder.pid}\\) holds the database file$`)])
  t.match(seen().foreign_holder, { pid: holder.pid })
  const gone = once(holder, 'exit')
  holder.send('go')
  await gone
})

t.test('a file that is gone is noticed, holds changes, and is well again', { skip }, async (t) => {
  const house = await boot(t)
  const file = house.database.address.file ?? ''
  const { log, said } = listening()
  const look = watchingDatabaseFile(log)
  await look()
  t.equal(broken(), null)
  renameSync(file, `${file}.away`)
  copyFileSync(`${file}.away`, file)
  await look()
  await look()
  t.same(said, ['the database file is not where it was'], 'said once')
  t.match(broken(), { kind: 'gone' })
  const closed = (method: string) => closedFor({ method, url: '/api/v1/x', headers: {} }, 'UTC')
  t.match(closed('POST'), { sentence: /^The database file is not where it was: nothing can be/ })
  t.equal(closed('GET'), null, 'reads go on')
  t.match(await house.nobody.get('/ready'), { status: 503, message: 'Not ready: database.' })
  t.match(await banners(), [/^The database file is not where it was/])
  renameSync(`${file}.away`, file)
  await look()
  t.equal(broken(), null)
  t.equal((await house.nobody.get('/ready')).status, 200)
})

t.test('damage found by a read ends all changes at once', { skip }, async (t) => {
  const house = await boot(t)
  const { address } = house.database
  const administrator = await house.people.administrator()
  const { log, said } = listening()
  const file = address.file ?? ''
  await closeDatabase()
  copyFileSync(file, `${file}.sound`)
  await openDatabase(address)
  onFileTrouble(hearingOfFile(log))
  const at = openSync(file, 'r+')
  writeSync(at, Buffer.alloc(100, 0x2a), 0, 100, 0)
  closeSync(at)
  const looks = ['/departments', '/facilities', '/users', '/ready']
  for (const path of looks) t.not((await administrator.get(path)).status, 500)
  await administrator.post('/departments', { code: 'D', name: 'D', kind: 'CLINICAL' })
  await house.nobody.post('/auth/login', { identifier: 'x', password: 'y' })
  await until(() => said.length > 0)
  t.same(said, ['the database file is damaged'])
  t.match(broken(), { kind: 'damaged' })
  t.match(closedFor({ method: 'POST', url: '/api/v1/x', headers: {} }, 'UTC'), {
    sentence: 'The database file is damaged: nothing can be saved. Tell the IT desk.',
  })
  await closeDatabase()
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  renameSync(`${file}.sound`, file)
  await openDatabase(address)
})

t.test('a look that fails is no damage, and there is one at a time', { skip }, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-03T09:00:00.000Z')
  const file = house.database.address.file ?? ''
  const { log, said } = listening()
  const looks: PromiseWithResolvers<string[]>[] = []
  const hear = hearingOfFile(log, () => {
    const look = Promise.withResolvers<string[]>()
    looks.push(look)
    return look.promise
  })
  const heard = () => {
    clock.advance(seconds(11))
    hear('damaged', 'the disk faltered', file)
  }
  heard()
  heard()
  heard()
  t.equal(looks.length, 1, 'none begins beside one that goes on')
  looks[0]?.reject(new Error('too many files are open'))
  await until(() => said.length > 0)
  t.same(said, ['a look at the database file failed'])
  t.equal(broken(), null, 'changes go on')
  heard()
  t.equal(looks.length, 2)
  looks[1]?.resolve(['page 7 is never used'])
  await until(() => said.length > 1)
  t.match(broken(), { kind: 'damaged', why: 'page 7 is never used' })
})

t.test('a scratch file that is damaged says nothing of the live one', { skip }, async (t) => {
  await boot(t)
  const { log, said } = listening()
  const heard: string[] = []
  let looks = 0
  const hear = hearingOfFile(log, async () => {
    looks += 1
    return []
  })
  onFileTrouble((...what) => {
    heard.push(what[2])
    hear(...what)
  })
  const file = join(folder(t), 'scratch.db')
  const made = await openSqlite({ file, readers: 1 })
  const rows = `with recursive n(n) as (select 1 union all select n + 1 from n where n < 4000)
    insert into x select hex(randomblob(50)) from n`
  await made.script(`create table x (y text); ${rows}`)
  await made.close()
  const at = openSync(file, 'r+')
  writeSync(at, Buffer.alloc(40_000, 0x2a), 0, 40_000, 8192)
  closeSync(at)
  const scratch = await openSqlite({ file, readers: 1 })
  await t.rejects(onDatabase(scratch, () => row(sql`select count(y), max(y) from x`)))
  await scratch.close()
  t.ok(heard.length > 0 && heard.every((one) => one === file), 'it was heard of')
  t.equal(looks, 0)
  t.equal(broken(), null)
  t.same(said, [])
})

t.test('a generation that is opened is not what the one before was', { skip }, async (t) => {
  const { deployment } = await houseAt(configurationAt(join(folder(t), 'data')))
  t.teardown(() => deployment.close())
  noteBroken('damaged', 'page 7 is never used')
  await deployment.turnTo(deployment.generation)
  t.equal(broken(), null)
})

// Operations 6.2: nobody types anything; what the newest backup is worth is known when somebody comes.
t.test('after damage the newest backup is tried by itself, once', { skip }, async (t) => {
  const house = await houseAt(configurationAt(join(folder(t), 'data')))
  const { deployment } = house
  await house.department('LAB')
  const making = { tag: 'manual', by: 'a test' }
  await createBackup(deployment, making)
  const { name } = await createBackup(deployment, making)
  const { log, said } = listening()
  const { configuration } = deployment
  const patient = { configuration, faults: [], env: {}, deployment, obstacle: null }
  const quick = async () => (await examine(patient, { ids: ['database.quick'] }))[0]
  const hear = hearingOfFile(log)
  const file = databaseFile(deployment.root, deployment.generation)
  // A page that nothing but a look at all pages comes by.
  const of = "select rootpage from sqlite_schema where name = 'appointments'"
  const [page] = await deployment.engine.read(of, [])
  const [size] = await deployment.engine.read('pragma page_size', [])
  const bytes = Number(size?.['page_size'])
  await deployment.close()
  const at = openSync(file, 'r+')
  writeSync(at, Buffer.alloc(bytes, 0x2a), 0, bytes, (Number(page?.['rootpage']) - 1) * bytes)
  closeSync(at)
  const again = await openDeployment(configuration, {
    purpose: 'write',
    command: 'a test',
    env: {},
  })
  t.teardown(() => again.close())
  onFileTrouble(hear)

  hear('damaged', 'as a read found it', file)
  hear('damaged', 'and another', file)
  await until(() => broken()?.proof?.state === 'HOLDS')
  t.match(broken(), { kind: 'damaged', proof: { backup: name, state: 'HOLDS', why: null } })
  t.same(said, [
    'the database file is damaged',
    `the newest backup holds: ${name} was restored for a try`,
  ])
  t.match(await quick(), { state: 'BAD', message: new RegExp(`, ${name}, holds: it was restored`) })
  const backups = await listBackups(await repositoryOf(again, undefined))
  t.match(
    backups.map(({ level }) => level),
    ['CHECK', 'RESTORE'],
    'the newest alone was restored',
  )
})

t.test('after damage a backup that does not hold is told as such', { skip }, async (t) => {
  const house = await houseAt(configurationAt(join(folder(t), 'data')))
  const { deployment } = house
  t.teardown(() => deployment.close())
  const { log, said } = listening()
  noteBroken('damaged', 'a page')
  await proveNewest(log)
  t.match(
    proofSentence(broken() ?? { proof: null }),
    /^The newest backup could not be shown to hold: There are no backups in/,
  )
  const { name } = await createBackup(deployment, { tag: 'manual', by: 'a test' })
  const at = openSync(backupFile(await repositoryOf(deployment, undefined), name), 'r+')
  writeSync(at, Buffer.alloc(100, 0x2a), 0, 100, 20_000)
  closeSync(at)
  await proveNewest(log)
  t.match(broken(), { proof: { backup: name, state: 'FAILED', why: /is damaged/ } })
  t.match(proofSentence(broken() ?? { proof: null }), /could not be shown to hold: .* is damaged/)
  const could_not = 'the newest backup could not be shown to hold'
  t.same(said, [could_not, could_not])
})

t.test('files that are exhausted are said once a minute', async (t) => {
  clock.freeze('2026-03-03T09:00:00.000Z')
  const { log, said } = listening()
  const look = watchingOpenFiles(log, async () => true)
  for (let n = 0; n < 5; n++) {
    await look()
    clock.advance(seconds(10))
  }
  t.equal(said.length, 1)
  clock.advance(minutes(1))
  await look()
  t.same(said, Array.from({ length: 2 }).fill(said[0]))
  t.equal(seen().files_exhausted_at, clock.instant())
})

t.test('a daemon without files: who is in is served, who comes is turned away', async (t) => {
  const house = await served(t, join(folder(t), 'data'), '--first-run')
  try {
    execFileSync('prlimit', ['--pid', String(house.child.pid), '--nofile=90:90'])
  } catch {
    t.pass('prlimit is not here')
    return
  }
  const port = Number(new URL(house.url).port)
  const inside = connect(port, '127.0.0.1')
  await once(inside, 'connect')
  const others: Socket[] = []
  let is_heard = false
  const turned_away = Promise.withResolvers<void>()
  // Whoever is turned away comes again: what the house closes meanwhile is not left free.
  const knock = (): void => {
    if (is_heard) return
    const one = connect(port, '127.0.0.1').on('error', () => undefined)
    others.push(one)
    one.once('close', () => {
      turned_away.resolve()
      setTimeout(knock, 1000).unref()
    })
  }
  for (let n = 0; n < 200; n++) knock()
  await turned_away.promise
  inside.write('GET /api/v1/health HTTP/1.1\r\nhost: kituo\r\n\r\n')
  const [answer] = (await once(inside, 'data')) as [Buffer]
  t.match(answer.toString(), /^HTTP\/1\.1 200 /)
  await house.hear(/no more files can be opened/)
  is_heard = true
  for (const one of others) one.destroy()
  inside.destroy()
  t.equal((await fetch(`${house.url}/api/v1/health`)).status, 200)
  t.equal(house.child.exitCode, null)
})

t.test('lines that were dropped are counted, and said when there is room (OPS-30)', async (t) => {
  const said: string[] = []
  const waiting: (() => void)[] = []
  const out = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write(line: string, _as, done) {
      said.push((JSON.parse(line) as { msg: string }).msg)
      waiting.push(done)
    },
  })
  const log = openLog({ level: 'info', format: 'json', out })
  log.info({}, 'first')
  for (let n = 0; n < 1204; n++) log.info({}, 'lost')
  t.equal(log.dropped(), 1204)
  const drained = once(out, 'drain')
  waiting.shift()?.()
  await drained
  log.info({}, 'next')
  while (waiting.length > 0) {
    waiting.shift()?.()
    await new Promise((next) => setImmediate(next))
  }
  t.same(said, ['first', 'log dropped 1,204', 'next'])
})

t.test('a log file whose place takes nothing stops no work', async (t) => {
  const dir = folder(t)
  const path = join(dir, 'log', 'kituo.log')
  mkdirSync(join(dir, 'log'))
  const log = openLog({
    level: 'info',
    format: 'json',
    out: openLogFile({ path, max_bytes: 1e6, keep: 2 }),
  })
  log.info({}, 'first')
  renameSync(join(dir, 'log'), join(dir, 'away'))
  for (let n = 0; n < 3; n++) log.info({}, 'lost')
  t.equal(log.dropped() >= 3, true)
  renameSync(join(dir, 'away'), join(dir, 'log'))
  log.info({}, 'next')
  const { lastLines } = await import('../../db/appliance/house/log-file.ts')
  t.same(
    lastLines(path).map(({ msg }) => msg),
    ['first', 'log dropped 3', 'next'],
  )
})

t.test('a house that the kernel killed for its memory says so at the next start', async (t) => {
  const dir = folder(t)
  mkdirSync(join(dir, 'run'))
  const journal = (text: string): void =>
    setMachine({ output: (_program, ...args) => (args.includes('-k') ? text : '') })
  journal('')
  t.equal(markStanding(dir), false)
  journal(`Out of memory: Killed process ${process.pid} (node) total-vm:1kB`)
  t.equal(markStanding(dir), true)
  t.match(standingIn(dir), { why: 'out of memory' })
  journal('Out of memory: Killed process 1 (other)')
  t.equal(markStanding(dir), true)
  t.match(standingIn(dir), { why: null })
})
