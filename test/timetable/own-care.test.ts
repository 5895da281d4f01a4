// The lines by which a house looks after itself (operations 7): when they run, what they do, and what
// stands in their way.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { factsOf } from '../../cli/serve/status-facts.ts'
import { sendLines } from '../../daemon/work/syslog.ts'
import { theTimetable } from '../../daemon/work/timetable.ts'
import { operator, system } from '../../db/core/caller.ts'
import { createBackup, repositoryOf } from '../../db/appliance/backups/create.ts'
import { listBackups } from '../../db/appliance/backups/list.ts'
import { backupFile, findRepository, mark } from '../../db/appliance/backups/repository.ts'
import { clock, days, hours, minutes } from '../../db/core/clock.ts'
import { within } from '../../db/store/connection.ts'
import { databaseFile } from '../../db/appliance/deployment/generation.ts'
import { record } from '../../db/hospital/office/audit/record.ts'
import { verify } from '../../db/hospital/office/audit/verify.ts'
import { forgetHours } from '../../db/hospital/office/auditing/hourly.ts'
import type { Entry } from '../../db/appliance/timetable/entries.ts'
import { configurationAt, houseAt } from '../support/programs/backed-house.ts'
import { folder } from '../support/folder.ts'

t.setTimeout(600_000)
const dir = folder(t)
const usb = join(folder(t), 'usb')
const settings = `[backup]
repositories = [
  { name = "local", path = ${JSON.stringify(join(dir, 'backups'))} },
  { name = "usb", path = ${JSON.stringify(usb)} } ]
`
const house = await houseAt(configurationAt(dir, settings))
const { deployment, hospital_id } = house
t.teardown(() => deployment.close())
t.afterEach(() => clock.release())

const told: string[] = []
const log = { info: (_facts: object, message: string) => void told.push(message) }
const entry = (name: string): Entry => {
  const found = theTimetable(log).find((one) => one.name === name)
  if (found === undefined) throw new Error(`the timetable has no ${name}`)
  return found
}
const perform = async (name: string, due_at = clock.instant()) =>
  (await entry(name).run({
    caller: system(hospital_id),
    due_at,
    time_zone: 'Africa/Dar_es_Salaam',
    signal: new AbortController().signal,
  })) as Record<string, number>
const repository = () => repositoryOf(deployment, undefined)
const all = async () => listBackups(await repository())

t.test('each stands at its hour, with its catch-up; some nobody may pause', async (t) => {
  const lines: [string, Partial<Entry>][] = [
    ['anchors', { cron: '0 * * * *', catch_up: 'once', pausable: false }],
    ['audit-anchor', { pausable: false }],
    ['doctor', { cron: '30 4 * * *', catch_up: 'once' }],
    ['server-certificate', { cron: '20 2 * * *', catch_up: 'once' }],
    ['backup-hourly', { cron: '25 * * * *', catch_up: 'skip', pausable: false }],
    ['backup-nightly', { cron: '10 3 * * *', catch_up: 'once', pausable: false }],
    ['backup-verify', { cron: '40 3 * * *', catch_up: 'once', pausable: true }],
    ['backup-drill', { cron: '0 4 1 * *', catch_up: 'once', pausable: true }],
    ['backup-copy', { cron: '0 5 * * *', catch_up: 'once' }],
    ['database-tidy', { cron: '0 4 * * *', catch_up: 'once' }],
    ['database-grown', { every: hours(1), catch_up: 'once' }],
    ['database-quick', { cron: '55 3 * * *', catch_up: 'once' }],
    ['database-lint', { cron: '15 4 * * 0', catch_up: 'once' }],
    ['generations', { cron: '45 4 * * *', catch_up: 'once' }],
    ['runs', { cron: '10 2 * * *', catch_up: 'once' }],
    ['requests', { every: hours(1), catch_up: 'once' }],
    ['lease-sweep', { every: minutes(1), catch_up: 'skip' }],
    ['clock-guard', { every: minutes(1), catch_up: 'skip', runs_on: 'each' }],
  ]
  for (const [name, about] of lines) t.match(entry(name), about, name)
})

t.test(
  'backup-nightly: makes one, and says what goes and why before it goes (OPS-119)',
  async (t) => {
    clock.freeze('2027-01-01T00:10:00.000Z')
    const old = await createBackup(deployment, { tag: 'nightly', by: 'a test' })
    const kept = await createBackup(deployment, { tag: 'before-close-2026', by: 'a test' })
    clock.freeze('2027-01-20T00:10:00.000Z')
    for (let n = 0; n < 20; n++) {
      clock.freeze(new Date(Date.parse('2027-01-20T00:10:00.000Z') + days(n)).toISOString())
      await createBackup(deployment, { tag: 'nightly', by: 'a test' })
    }
    clock.advance(days(1))
    const { removed } = await perform('backup-nightly')
    t.ok(Number(removed) >= 1, 'what nothing keeps goes')
    t.equal(told.length, removed)
    const first_kept = (await all()).map(({ name }) => name)
    t.notOk(first_kept.includes(told[0]?.split(' ')[0] ?? ''), 'what was told is gone')
    t.match(told[0], /goes: nothing of the policy keeps it$/)
    t.ok(first_kept.includes(kept.name), 'a close is kept for ten years')
    t.ok(old.name.length > 0)
    t.match(
      (await all()).at(-1),
      { tag: 'nightly', by: 'Kituo', level: 'CHECK' },
      'CHECK after each',
    )
  },
)

t.test('backup-hourly: each hour while quick and roomy, else each sixth (OPS-118)', async (t) => {
  // Later than the nights above: the newest is the one that was made here.
  clock.freeze('2027-03-01T01:25:00.000Z')
  const count = async () => (await all()).length
  const before = await count()
  t.match(await perform('backup-hourly', '2027-03-01T01:25:00.000Z'), { bytes: Number })
  t.equal(await count(), before + 1)
  const last = (await all()).at(-1)
  if (last === undefined) throw new Error('no backup')
  await mark(await repository(), last.name, { took_ms: 61_000 })
  t.same(await perform('backup-hourly', '2027-03-01T02:25:00.000Z'), { skipped: 1 }, 'too slow')
  const said = async () => (await factsOf(deployment, null)).backups?.hourly
  t.same(await said(), { each: 'sixth', because: 'the last took 61 s' }, 'status says it')
  clock.freeze('2027-03-01T06:25:00.000Z')
  t.match(await perform('backup-hourly', '2027-03-01T06:25:00.000Z'), { bytes: Number }, 'sixth')
  const next = (await all()).at(-1)
  if (next === undefined) throw new Error('no backup')
  t.not(next.name, last.name)
  await mark(await repository(), next.name, { database_bytes: 2 ** 52 })
  t.same(await perform('backup-hourly', '2027-03-01T07:25:00.000Z'), { skipped: 1 }, 'no room')
  t.match(await said(), { each: 'sixth', because: /^less than twice the size/ })
  await mark(await repository(), next.name, { database_bytes: 1 })
  t.same(await said(), { each: 'hour', because: null })
})

t.test('OPS-120: a line that meets a lock fails, and waits for nobody', async (t) => {
  const lock = join(dir, 'backups', 'locks', 'lock.json')
  const holder = { host: `not ${hostname()}`, boot: 'x', pid: 7, started: '1', what: 'another' }
  writeFileSync(lock, JSON.stringify({ ...holder, since: new Date().toISOString() }))
  await t.rejects(perform('backup-nightly'), { code: 'lock.held' })
  t.ok(statSync(lock).size > 0, 'and the living lock stands')
  clock.advance(minutes(16))
  await t.resolves(perform('backup-nightly'), 'after 15 min of silence it is stale')
})

t.test('backup-verify: the newest each night, all of them on Sunday (OPS-116)', async (t) => {
  const proved = async () => (await all()).filter(({ level }) => level === 'RESTORE').length
  t.equal(await proved(), 0)
  // 22:00 UTC of Saturday is Sunday in Dar es Salaam; 20:00 is not.
  t.same(await perform('backup-verify', '2027-03-06T20:00:00.000Z'), { verified: 1 })
  t.equal(await proved(), 1)
  t.match((await all()).at(-1), { level: 'RESTORE' })
  const [first] = await all()
  if (first === undefined) throw new Error('no backup')
  const file = backupFile(await repository(), first.name)
  const bytes = readFileSync(file)
  const broken = Buffer.from(bytes)
  broken[Math.floor(bytes.length / 2)] = (broken[Math.floor(bytes.length / 2)] ?? 0) ^ 1
  writeFileSync(file, broken)
  await t.rejects(perform('backup-verify', '2027-03-06T22:00:00.000Z'), { code: /^integrity\./ })
  const after = await all()
  t.equal(await proved(), after.length - 1, 'the others were looked at all the same')
  t.match(
    after.find(({ name }) => name === first.name),
    { state: 'DAMAGED' },
  )
  writeFileSync(file, bytes)
})

t.test('backup-copy: to every other place, and what they lack alone (OPS-121)', async (t) => {
  const { files = 0, places } = await perform('backup-copy')
  t.equal(places, 1)
  t.ok(files > 0)
  const there = await findRepository({ name: 'usb', path: usb }, false)
  t.equal((await listBackups(there)).length, (await all()).length)
  t.match(await perform('backup-copy'), { files: 0, places: 1 }, 'a second time there is nothing')
})

t.test('database-quick: the night’s image, and not the live file', async (t) => {
  t.same(await perform('database-quick'), { checked: 1 })
  const newest = (await all()).at(-1)
  if (newest === undefined) throw new Error('no backup')
  const file = backupFile(await repository(), newest.name)
  const bytes = readFileSync(file)
  const broken = Buffer.from(bytes)
  broken[3000] = (broken[3000] ?? 0) ^ 1
  writeFileSync(file, broken)
  await t.rejects(perform('database-quick'), { code: /^integrity\./ })
  t.match((await all()).at(-1), { state: 'DAMAGED' })
  writeFileSync(file, bytes)
  await mark(await repository(), newest.name, { damaged: null })
})

t.test('database-grown: what has grown is counted, so that its rows are found', async (t) => {
  const { engine } = deployment
  const counted = () =>
    engine.read("select tbl from sqlite_stat1 where tbl = 'departments' limit 1", [])
  await house.department('Y')
  // Not there before the first time; `analyze` of one table makes it.
  await engine.script("analyze hospitals; delete from sqlite_stat1 where tbl = 'departments'")
  t.same(await counted(), [])
  t.same(await perform('database-grown'), {})
  t.same(await counted(), [{ tbl: 'departments' }])
})

t.test(
  'database-tidy and database-lint: the log is emptied, rows are looked through',
  async (t) => {
    t.match(await perform('database-tidy'), { log_bytes: Number })
    const before = statSync(`${databaseFile(deployment.root, 1)}-wal`).size
    t.ok(before < 64 * 1024 ** 2)
    t.same(await perform('database-lint'), { rows: 0 })
    const { engine } = deployment
    await house.department('Z')
    await engine.script("update departments set name = 'a' || char(0) where code = 'Z'")
    t.same(await perform('database-lint'), { rows: 1 })
    await engine.script("update departments set name = 'Z' where code = 'Z'")
  },
)

t.test(
  'anchors: heads, series and counts of each hour, outside the database (OPS-130)',
  async (t) => {
    forgetHours()
    const file = join(dir, 'audit-anchors.log')
    const lines = () =>
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line['hospital_id'] === hospital_id && 'series' in line)
    await perform('anchors')
    const [one] = lines()
    t.match(one, {
      seq: Number,
      hash: /^[0-9a-f]{64}$/,
      written_at: /Z$/,
      series: Object,
      records: { patients: 0, visits: 0, entries: Number, attachments: 0 },
    })
    await perform('anchors')
    t.equal(lines().length, 1, 'a house that rests fills no disk')
    await within(async () => record(operator(hospital_id, 'a test'), 'department.opened'))
    await perform('anchors')
    t.equal(lines().length, 2)
    t.match(await verify(system(hospital_id)), { ok: true }, 'and each is an anchor of the chain')
    const text = readFileSync(file, 'utf8')
    const forged = text.replace(String(one?.['hash']), 'f'.repeat(64))
    writeFileSync(file, forged)
    t.match(await verify(system(hospital_id)), {
      ok: false,
      problems: [{ kind: 'ANCHOR_MISMATCH', seq: one?.['seq'] }],
    })
    writeFileSync(file, text)
  },
)

t.test('audit.syslog: each line goes to the machine that is named', async (t) => {
  const far = createSocket('udp4')
  far.bind(0, '127.0.0.1')
  await once(far, 'listening')
  t.teardown(() => far.close())
  const heard = once(far, 'message')
  t.equal(await sendLines({ host: '127.0.0.1', port: far.address().port }, [{ seq: 7 }]), 1)
  const [message] = (await heard) as [Buffer]
  t.match(message.toString(), /^<109>1 .* kituo \d+ audit-anchor - \{"seq":7\}$/)
  t.equal(await sendLines(null, [{ seq: 7 }]), 0, 'where none is named nothing is sent')
})
