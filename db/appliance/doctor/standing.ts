// Checks of what was left standing: holds, unfinished work, old generations, paused and late work.

import { clock, days, hours, minutes } from '../../core/clock.ts'
import { platform_id } from '../../core/caller.ts'
import { dialect, row } from '../../store/connection.ts'
import { overdue } from '../deployment/generations.ts'
import { openJournals } from '../deployment/journal.ts'
import { lookAtMaintenance } from '../house/maintenance.ts'
import { waitP99 } from '../house/write-waits.ts'
import { holds } from '../outbound/holds.ts'
import { byDialect, oneOf, sql } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { clockState } from '../timetable/clock-guard.ts'
import { nextAfter } from '../timetable/entries.ts'
import { list as daemonList } from '../timetable/daemons.ts'
import { schedules } from '../timetable/tables.ts'
import { databaseSize } from '../../hospital/office/system/checks.ts'
import { openHospitals } from '../../hospital/office/system/watch.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { bad, type Check, type Found, ok, type Patient, skipped, warn } from './finding.ts'

type ScheduleRow = RowOf<(typeof schedules)['columns']>

const sqlite_large = 20 * 1024 ** 3
const wait_long_ms = 500
const intervals_late = 3
const oldest_postgres = 140_000

export const standing_checks: readonly Check[] = [
  {
    id: 'journal.open',
    category: 'database',
    says: 'no work of several steps was left unfinished',
    light: true,
    run: opened(({ root }) => {
      const old = openJournals(root).filter((one) => isOlder(one.started_at, hours(1)))
      return old.length === 0
        ? ok('none')
        : warn(`${old[0]?.kind} of ${old[0]?.started_at} reached ${old[0]?.phase}`, {
            mend_command: `kituo journal resume ${old[0]?.id}`,
          })
    }),
  },
  {
    id: 'generation.old',
    category: 'database',
    says: 'no generation is kept beyond its time',
    light: true,
    run: opened((deployment) => {
      const [old] = overdue(deployment)
      return old === undefined
        ? ok('none')
        : warn(`generation ${old.number} was left on ${old.left_at?.slice(0, 10)}`, {
            mend_command: `kituo generation remove ${old.number}`,
          })
    }),
  },
  {
    id: 'maintenance.on',
    category: 'machine',
    says: 'the house is not under maintenance for long',
    light: true,
    run: opened(async () => {
      const hold = await lookAtMaintenance()
      if (hold === null) return ok('off')
      const message = `on since ${hold.since}: ${hold.reason}`
      return isOlder(hold.since, hours(1))
        ? warn(message, { mend_command: 'kituo maintenance off' })
        : ok(message)
    }),
  },
  {
    id: 'outbound.held',
    category: 'messaging',
    says: 'nothing is held from leaving for long',
    light: true,
    run: opened(async () => {
      const old = (await holds()).filter(({ held_at }) => isOlder(held_at, hours(1)))
      return old.length === 0
        ? ok('nothing is held')
        : warn(`${old.map(({ channel }) => channel).join(', ')} held since ${old[0]?.held_at}`, {
            mend: 'What waits: kituo outbound show',
            mend_command: 'kituo outbound release',
          })
    }),
  },
  {
    id: 'clock.hold',
    category: 'machine',
    says: 'the guard of the clock holds nothing',
    light: true,
    run: opened(async () => {
      const { state } = await clockState()
      return state === 'BAD'
        ? bad('the clock jumped: expiry, closings and dates of numbers wait', {
            mend: 'Set the clock, then accept it.',
            mend_command: 'kituo clock accept --reason "the clock was set"',
          })
        : ok('none')
    }),
  },
  {
    id: 'timetable.paused',
    category: 'timetable',
    says: 'nothing is paused for long',
    light: true,
    run: opened(async () => {
      const all = await schedules.allAnywhere({ paused: true })
      const old: typeof all = []
      for (const one of all) if (isOlder(await pausedAt(one), days(7))) old.push(one)
      return old.length === 0
        ? ok(`${all.length} paused`)
        : warn(`${old[0]?.name} is paused for more than a week`, {
            evidence: old.map(({ name, pause_reason }) => ({ name, pause_reason })),
            mend_command: `kituo schedule resume ${old[0]?.name}`,
          })
    }),
  },
  {
    id: 'timetable.late',
    category: 'timetable',
    says: 'what is due has run',
    light: true,
    run: opened(async () => {
      const late = (await schedules.allAnywhere({ paused: false })).filter(isLate)
      if ((await daemonList()).length === 0) return skipped('no daemon runs')
      return late.length === 0
        ? ok('on time')
        : warn(`${late.length} are late, first ${late[0]?.name}, due ${late[0]?.next_run_at}`, {
            mend_command: `kituo schedule run ${late[0]?.name}`,
          })
    }),
  },
  {
    id: 'timetable.leader',
    category: 'timetable',
    says: 'one daemon leads',
    light: true,
    run: opened(async () => {
      const all = await daemonList()
      if (all.length === 0) return skipped('no daemon runs')
      const leader = all.find(({ leads }) => leads)
      if (leader !== undefined) return ok(`${leader.host}, term ${leader.term}`)
      return all.every(({ started_at }) => isOlder(started_at, minutes(1)))
        ? bad('no daemon leads: nothing runs by itself', { mend: 'Start a daemon anew.' })
        : ok('a daemon has just begun')
    }),
  },
  {
    id: 'database.size',
    category: 'database',
    says: 'the database is not too large and not too busy for one file',
    light: true,
    run: opened(async () => {
      const { bytes } = await databaseSize()
      const p99_ms = waitP99()
      const says = `${Math.round(bytes / 1024 ** 2)} MB`
      const mend = { mend_command: 'kituo database move --to postgres' }
      if (dialect() !== 'sqlite') return ok(says)
      if (bytes > sqlite_large) return warn(`${says}: time for PostgreSQL`, mend)
      return p99_ms !== null && p99_ms > wait_long_ms
        ? warn(`one write in a hundred waits ${p99_ms} ms: time for PostgreSQL`, {
            evidence: { p99_ms, bytes },
            ...mend,
          })
        : ok(says, { p99_ms, bytes })
    }),
  },
  {
    id: 'pg.version',
    category: 'database',
    says: 'the server is PostgreSQL 14 or newer',
    light: true,
    run: onPostgres(async () => {
      const found = await row<{ v: string }>(sql`select current_setting('server_version_num') as v`)
      const number = Number(found?.v ?? 0)
      return number >= oldest_postgres
        ? ok(String(number))
        : bad(`the server is ${number}`, { mend: 'Bring the server to 14 or newer.' })
    }),
  },
  {
    id: 'pg.clock',
    category: 'database',
    says: 'the server of the database has the same time',
    light: true,
    run: onPostgres(async () => {
      const found = await row<{ ms: number | string }>(
        sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
      )
      const apart = Math.abs(Number(found?.ms ?? 0) - clock.ms())
      return apart <= 5000
        ? ok(`${Math.round(apart)} ms apart`)
        : bad(`${Math.round(apart / 1000)} s apart`, { mend: 'Set both by one time source.' })
    }),
  },
  {
    id: 'pg.connections',
    category: 'database',
    says: 'the server has connections left',
    light: true,
    run: onPostgres(async () => {
      const found = await row<{ used: number | string; most: string }>(
        byDialect({
          postgres: sql`select (select count(*) from pg_stat_activity) as used,
                               current_setting('max_connections') as most`,
          sqlite: sql`select 0 as used, '1' as most`,
        }),
      )
      const [used, most] = [Number(found?.used ?? 0), Number(found?.most ?? 1)]
      return used / most <= 0.8
        ? ok(`${used} of ${most}`)
        : warn(`${used} of ${most} are taken`, { mend: 'Raise max_connections.' })
    }),
  },
]

/** More than three of its own intervals behind; what runs now is not late. */
function isLate({ pace, time_zone, next_run_at, run_id }: ScheduleRow): boolean {
  if (run_id !== null || next_run_at === null) return false
  const own = /^\d+$/.test(pace) ? { every: Number(pace) } : { cron: pace }
  let at: number | null = Date.parse(next_run_at)
  for (let n = 0; n < intervals_late && at !== null; n++) at = nextAfter(own, time_zone, at)
  return at !== null && at < clock.ms()
}

/** By the audit log; what nobody is known to have paused counts from its last run. */
async function pausedAt({ name, last_run_at }: ScheduleRow): Promise<string> {
  const chains = [platform_id, ...(await openHospitals())]
  const found = await row<{ at: string | null }>(
    sql`select max(at) as at from audit_rows where action = 'schedule.pause'
        and entity_id = ${name} and hospital_id${oneOf(chains)}`,
  )
  return found?.at ?? last_run_at ?? clock.instant()
}

function opened(
  look: (deployment: Deployment) => Promise<Found> | Found,
): (patient: Patient) => Promise<Found> | Found {
  return ({ deployment }) => (deployment === null ? skipped('no data are open') : look(deployment))
}

function onPostgres(look: () => Promise<Found>): (patient: Patient) => Promise<Found> | Found {
  return opened(() => (dialect() === 'postgres' ? look() : skipped('the data are on SQLite')))
}

const isOlder = (at: string, than_ms: number): boolean => clock.ms() - Date.parse(at) > than_ms
