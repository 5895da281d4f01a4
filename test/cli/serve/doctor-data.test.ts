// The doctor's checks of the data and of what stands over the house (operations 5.14): each state that
// the chapter names.

import t, { type Test } from 'tap'
import { operator } from '../../../db/core/caller.ts'
import { clock, days, hours, instantIn, minutes, seconds } from '../../../db/core/clock.ts'
import { database, within } from '../../../db/store/connection.ts'
import {
  finishGeneration,
  makeGenerationFolder,
} from '../../../db/appliance/deployment/generation.ts'
import { proofs } from '../../../db/appliance/deployment/check.ts'
import { closeJournal, openJournal } from '../../../db/appliance/deployment/journal.ts'
import { setMachine } from '../../../db/appliance/doctor/asked.ts'
import type { Engine } from '../../../db/store/engines/engine.ts'
import { record } from '../../../db/hospital/office/audit/record.ts'
import * as maintenance from '../../../db/appliance/house/maintenance.ts'
import { forgetWaits, noteWait } from '../../../db/appliance/house/write-waits.ts'
import { newId } from '../../../db/core/ids.ts'
import { holdOne, letGo } from '../../../db/appliance/outbound/holds.ts'
import * as guard from '../../../db/appliance/timetable/clock-guard.ts'
import * as daemons from '../../../db/appliance/timetable/daemons.ts'
import { schedules } from '../../../db/appliance/timetable/tables.ts'
import { beginTerm } from '../../../db/appliance/timetable/terms.ts'
import { configurationAt, houseAt } from '../../support/programs/backed-house.ts'
import { folder } from '../../support/folder.ts'
import { patientAt } from '../../support/desk/patient.ts'
import { serverDatabase, without_server } from '../../support/programs/server.ts'

t.setTimeout(600_000)
const dir = folder(t)
const house = await houseAt(configurationAt(dir))
const { deployment, hospital_id } = house
t.teardown(() => deployment.close())
const { look } = patientAt(dir, deployment)
t.afterEach(() => {
  setMachine(null)
  clock.release()
})

/** Answers of the database whose words hold `part`; all others are its own. */
function saying(t: Test, part: string, answer: Record<string, unknown>): () => void {
  const used = database()
  const read = used.read.bind(used)
  const back = (): void => {
    used.read = read
  }
  t.teardown(back)
  used.read = (text, values) =>
    text.includes(part) ? Promise.resolve([answer]) : read(text, values)
  return back
}

t.test('without data every check of data is skipped, and none fails', async (t) => {
  for (const id of ['journal.open', 'backup.age', 'security.last_admin', 'messaging.queue']) {
    t.match(await look(id, { deployment: null }), { state: 'SKIPPED', message: 'no data are open' })
  }
})

t.test('database.away: whether the database answers, and since when not', async (t) => {
  t.match(await look('database.away'), { state: 'OK' })
  const used = database() as { -readonly [K in keyof Engine]: Engine[K] }
  const { answers } = used
  t.teardown(() => Object.assign(used, { answers }))
  clock.freeze('2026-05-04T03:00:00.000Z')
  used.answers = () => Promise.reject(new Error('the connection was lost'))
  t.match(await look('database.away'), {
    state: 'BAD',
    evidence: { since: '2026-05-04T03:00:00.000Z' },
  })
  Object.assign(used, { answers })
  t.match(await look('database.away'), { state: 'OK' })
})

t.test('database.schema, database.drift: what this program needs, and nothing else', async (t) => {
  t.match(await look('database.schema'), { state: 'OK' })
  // What every migration does is read at the first question, and a check has ten seconds.
  t.same(await proofs.find(({ name }) => name === 'schema')?.run(), [])
  t.match(await look('database.drift'), { state: 'OK' })
  const { engine } = deployment
  await engine.script('create table stranger (id text)')
  t.match(await look('database.drift'), {
    state: 'BAD',
    message: 'nobody made the table stranger',
    mend_command: 'kituo database check --only schema',
  })
  await engine.script('drop table stranger')
  t.match(await look('database.drift'), { state: 'OK' })
  await engine.script("update migrations set name = '0000-before' where name like '0001-%'")
  t.match(await look('database.schema'), {
    state: 'BAD',
    message: /^schema 0, this program needs 1/,
    mend_command: 'kituo database migrate',
  })
  t.match(await look('database.drift'), { state: 'SKIPPED' })
  await engine.script("update migrations set name = '0001-foundation' where name = '0000-before'")
  t.match(await look('database.schema'), { state: 'OK' })
})

t.test('database.size: when it is time for PostgreSQL', async (t) => {
  t.match(await look('database.size'), { state: 'OK' })
  saying(t, 'page_count', { bytes: 21 * 1024 ** 3 })
  t.match(await look('database.size'), {
    state: 'WARN',
    message: '21504 MB: time for PostgreSQL',
    mend_command: 'kituo database move --to postgres',
  })
})

t.test('database.size: when one write in a hundred waits half a second', async (t) => {
  t.teardown(forgetWaits)
  // What files before this one waited is no part of it.
  forgetWaits()
  for (let n = 0; n < 98; n++) noteWait(0.001)
  noteWait(0.6)
  t.match(await look('database.size'), { state: 'OK' }, 'of so few nothing is said')
  noteWait(0.6)
  t.match(await look('database.size'), {
    state: 'WARN',
    message: 'one write in a hundred waits 600 ms: time for PostgreSQL',
    mend_command: 'kituo database move --to postgres',
  })
  for (let n = 0; n < 200; n++) noteWait(0.001)
  t.match(await look('database.size'), { state: 'OK', evidence: { p99_ms: 1 } })
})

t.test('database.quick: pages that do not fit together', async (t) => {
  saying(t, 'quick_check', { quick_check: 'Tree 7 page 12: btreeInitPage() returns error 11' })
  t.match(await look('database.quick'), {
    state: 'BAD',
    message: /^Tree 7 page 12/,
    mend_command: 'kituo backup restore latest',
  })
})

t.test('journal.open, generation.old: what was left of work in steps', async (t) => {
  t.match(await look('journal.open'), { state: 'OK' })
  t.match(await look('generation.old'), { state: 'OK' })
  const { root } = deployment
  const begun = { kind: 'move', by: 'a test', generation: 9, parent: 1, phase: 'copied' } as const
  const journal = openJournal(root, begun)
  t.match(await look('journal.open'), { state: 'OK' }, 'it may still be at work')
  clock.advance(hours(1) + 1)
  t.match(await look('journal.open'), {
    state: 'WARN',
    message: /^move of .* reached copied$/,
    mend_command: `kituo journal resume ${journal.id}`,
  })
  closeJournal(root, journal)
  clock.release()

  const finish = (number: number, parent: number | null, at: string): void => {
    makeGenerationFolder(root, number)
    finishGeneration(root, { number, made_by: 'restore', engine: 'sqlite', schema: 1, parent, at })
  }
  // 8 was live until 9 followed it, long before this one.
  finish(8, null, instantIn(-days(40)))
  finish(9, 8, instantIn(-days(13)))
  t.match(await look('generation.old'), { state: 'OK' }, '14 days are not over')
  finish(9, 8, instantIn(-days(15)))
  t.match(await look('generation.old'), {
    state: 'WARN',
    mend_command: 'kituo generation remove 8',
  })
})

t.test('maintenance.on, outbound.held: for an hour, and longer', async (t) => {
  t.match(await look('maintenance.on'), { state: 'OK', message: 'off' })
  await maintenance.begin('a test', 'a new disk', null)
  t.match(await look('maintenance.on'), { state: 'OK', message: /a new disk/ })
  t.match(await look('outbound.held'), { state: 'OK' })
  await within(() => holdOne('sms', 'a test', 'asked'))
  t.match(await look('outbound.held'), { state: 'OK' })
  clock.advance(hours(1) + 1)
  t.match(await look('maintenance.on'), {
    state: 'WARN',
    mend_command: 'kituo maintenance off',
  })
  t.match(await look('outbound.held'), {
    state: 'WARN',
    message: /^sms held since/,
    mend_command: 'kituo outbound release',
  })
  await maintenance.end()
  await within(() => letGo('sms'))
})

t.test('clock.hold: the guard holds what depends on dates', async (t) => {
  t.match(await look('clock.hold'), { state: 'OK' })
  const own = { deployment_id: '', at: '' }
  await guard.noteTime(own)
  clock.advance(hours(25))
  t.equal(await guard.noteTime(own), true)
  t.match(await look('clock.hold'), { state: 'BAD', mend_command: /^kituo clock accept/ })
  await within(() => guard.acceptClock(operator(hospital_id, 'a test'), 'the clock was set'))
  t.match(await look('clock.hold'), { state: 'OK' })
})

t.test('the timetable: led, on time, ending well, not paused for long', async (t) => {
  const id = newId()
  const facts = { host: 'ward', pid: 1, program: '1', reasons: [], listen: [] }
  t.match(await look('timetable.leader'), { state: 'SKIPPED' })
  t.match(await look('timetable.late'), { state: 'SKIPPED' })
  await daemons.announce({ id, ...facts, state: 'READY' })
  t.match(await look('timetable.leader'), { state: 'OK', message: 'a daemon has just begun' })
  clock.advance(seconds(61))
  await daemons.beat(id, { leads: false, term: null })
  t.match(await look('timetable.leader'), { state: 'BAD', message: /nothing runs by itself/ })
  const term = await beginTerm('ward')
  await daemons.beat(id, { leads: true, term })
  t.match(await look('timetable.leader'), { state: 'OK', message: `ward, term ${term}` })

  const at = { name: 'backup-nightly', place: '' }
  const due = Math.floor(clock.ms() / minutes(1) + 2) * minutes(1)
  const [hour, minute] = [new Date(due).getUTCHours(), new Date(due).getUTCMinutes()]
  const pace = `${minute} ${hour} * * *`
  const next_run_at = new Date(due - days(3)).toISOString()
  await within(() => schedules.insert({ ...at, time_zone: 'UTC', pace, next_run_at }))
  const change = (values: Parameters<typeof schedules.change>[1]) =>
    within(() => schedules.change(at, values))
  t.match(await look('timetable.late'), { state: 'OK' })
  clock.advance(minutes(3))
  await daemons.beat(id, { leads: true, term: 3 })
  t.match(await look('timetable.late'), {
    state: 'WARN',
    mend_command: 'kituo schedule run backup-nightly',
  })
  const beat = Math.floor(clock.ms() / minutes(5)) * minutes(5)
  const ago = (ms: number): string => new Date(beat - ms).toISOString()
  await change({ pace: '300000', next_run_at: ago(minutes(10)) })
  t.match(await look('timetable.late'), { state: 'OK' }, 'three of five minutes are not over')
  await change({ next_run_at: ago(minutes(20)) })
  t.match(await look('timetable.late'), { state: 'WARN' }, 'whatever its intervals')
  await change({ pace: 'run by hand', next_run_at: null })
  await change({ failed_in_row: 1 })
  t.match(await look('timetable.failed'), { state: 'OK' })
  await change({ failed_in_row: 2 })
  t.match(await look('timetable.failed'), { state: 'BAD', message: 'failing: backup-nightly' })
  await change({ failed_in_row: 0, next_run_at: null })
  await daemons.leave(id)

  t.match(await look('timetable.paused'), { state: 'OK', message: '0 paused' })
  const told = { entity_type: 'schedule', entity_id: at.name }
  await within(async () => {
    await schedules.change(at, { paused: true, pause_reason: 'a new disk' })
    record(operator(hospital_id, 'a test'), 'schedule.pause', told)
  })
  t.match(await look('timetable.paused'), { state: 'OK', message: '1 paused' })
  clock.advance(days(6))
  t.match(await look('timetable.paused'), { state: 'OK' })
  await change({ last_run_at: instantIn(-days(60)) })
  t.match(await look('timetable.paused'), { state: 'OK' }, 'from the pause, not from the last run')
  await change({ last_run_at: null })
  clock.advance(days(2))
  t.match(await look('timetable.paused'), {
    state: 'WARN',
    message: 'backup-nightly is paused for more than a week',
    evidence: [{ pause_reason: 'a new disk' }],
    mend_command: 'kituo schedule resume backup-nightly',
  })
  await within(() => schedules.remove(at))
})

t.test(
  'on PostgreSQL: version, clock, connections, pooler, archive',
  { skip: without_server },
  async (t) => {
    const at = folder(t)
    const settings = `[database]\nengine = "postgres"\nurl = "${await serverDatabase(t)}"\n`
    const other = await houseAt(configurationAt(at, settings))
    t.teardown(() => other.deployment.close())
    const server = patientAt(at, other.deployment)
    for (const id of ['pg.version', 'pg.clock', 'pg.connections', 'pg.pooler']) {
      t.match(await server.look(id, { settings }), { state: 'OK' }, id)
    }
    for (const id of ['database.foreign_fs', 'database.foreign_writer', 'database.log']) {
      t.match(await server.look(id, { settings }), { state: 'SKIPPED' }, id)
    }
    const cases: [string, string, Record<string, unknown>, object][] = [
      ['pg.version', 'server_version_num', { v: '130012' }, { state: 'BAD' }],
      [
        'pg.clock',
        'clock_timestamp',
        { ms: clock.ms() - 9000 },
        { state: 'BAD', message: '9 s apart' },
      ],
      ['pg.connections', 'max_connections', { used: '81', most: '100' }, { state: 'WARN' }],
      ['pg.connections', 'max_connections', { used: '80', most: '100' }, { state: 'OK' }],
      ['pg.archive', 'archive_mode', { mode: 'off' }, { state: 'SKIPPED' }],
    ]
    for (const [id, part, answer, expected] of cases) {
      const back = saying(t, part, answer)
      t.match(await server.look(id, { settings }), expected, id)
      back()
    }
    saying(t, 'archive_mode', { mode: 'on' })
    t.match(await server.look('pg.archive', { settings }), { state: 'OK' })
    const failed = '2027-01-02 03:04:05+00'
    saying(t, 'pg_stat_archiver', { failed, archived: '2027-01-01 03:04:05+00' })
    t.match(await server.look('pg.archive', { settings }), {
      state: 'WARN',
      message: `it failed at ${failed}`,
    })
  },
)
