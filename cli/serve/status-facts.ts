// How the house stands, in figures (operations 5.1): what waits, what is late, what is kept, what ends.
// A fixed number of small reads, however large the house is.

import type { Pace } from '../../db/appliance/backups/hourly.ts'
import { clock, days, hours, instantIn, minutes } from '../../db/core/clock.ts'
import { daysUntilFull, pointsIn } from '../../db/appliance/house/growth.ts'
import { rows } from '../../db/store/connection.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import { isRefusal } from '../../db/core/refusal.ts'
import { sql } from '../../db/store/sql.ts'
import { type Hours, hours_shown, hoursNow } from './hours.ts'
import { lastDone, type Recent } from './recent.ts'

export interface StatusFacts {
  queue: { waiting: number; oldest: string | null }
  links: { up: number; of: number }
  /** `left_to_catch_up`: due since before this daemon began. */
  schedules: { late: number; left_to_catch_up: number }
  /** Null: the first place for backups cannot be read, or says nothing: `backup.place` tells. */
  backups: {
    last: string | null
    verified: string | null
    drilled: string | null
    /** How often one of the hour is made (OPS-118); null where they are off. */
    hourly: Pace | null
    /** How many hours old the newest one was, hour by hour until now; null before the first. */
    ages: (number | null)[]
  } | null
  /** What was free of the data's disk day by day, and when it will be full at this rate. */
  room: { free: number[]; days_until_full: number | null }
  /** What people last had the house do, the newest first. */
  recent: Recent[]
  leases: { active: number; ending_in_7d: number; lapsed: number }
  certificates: { kind: string; not_after: string }[]
  holds: { kind: string; channel: string | null; since: string; reason: string }[]
  journals: { id: string; kind: string; phase: string }[]
  /** What came in, hour by hour. */
  hours: Hours
}

export async function factsOf(
  deployment: Deployment,
  began_at: string | null,
): Promise<StatusFacts> {
  const { openJournals } = await import('../../db/appliance/deployment/journal.ts')
  return {
    queue: await queued(),
    links: await linked(),
    schedules: await late(began_at),
    backups: await backedUp(deployment),
    leases: await leased(),
    certificates: await certificates(),
    holds: await held(),
    journals: openJournals(deployment.root).map(({ id, kind, phase }) => ({ id, kind, phase })),
    room: roomOf(deployment.root.dir),
    recent: await lastDone(),
    hours: await hoursNow(),
  }
}

async function queued(): Promise<StatusFacts['queue']> {
  const { channels } = await import('../../db/appliance/outbound/words.ts')
  const { waitsIn } = await import('../../db/hospital/office/outbox/waits.ts')
  const found = []
  for (const channel of channels) found.push(await waitsIn(channel))
  const oldest = found.flatMap((one) => one.oldest ?? []).sort()[0] ?? null
  return { waiting: found.reduce((sum, { waiting }) => sum + waiting, 0), oldest }
}

async function linked(): Promise<StatusFacts['links']> {
  const found = await rows<{ state: string }>(
    sql`select state from msg_links where removed_at is null and enabled`,
  )
  return { up: found.filter(({ state }) => state === 'up').length, of: found.length }
}

const late_ms = minutes(1)

async function late(began_at: string | null): Promise<StatusFacts['schedules']> {
  const found = await rows<{ next_run_at: string }>(
    sql`select next_run_at from schedules
        where paused = ${false} and next_run_at < ${instantIn(-late_ms)}`,
  )
  const missed = found.filter(({ next_run_at }) => began_at !== null && next_run_at < began_at)
  return { late: found.length, left_to_catch_up: missed.length }
}

async function backedUp(deployment: Deployment): Promise<StatusFacts['backups']> {
  const { repositoryOf } = await import('../../db/appliance/backups/create.ts')
  const { listBackups } = await import('../../db/appliance/backups/list.ts')
  const { paceOf } = await import('../../db/appliance/backups/hourly.ts')
  const { looking } = await import('../../db/appliance/backups/answers.ts')
  const looked = async (): Promise<StatusFacts['backups']> => {
    const all = (await listBackups(await repositoryOf(deployment, undefined))).filter(
      ({ state }) => state === 'MADE',
    )
    const newest = (of: (one: (typeof all)[number]) => string | null): string | null =>
      all
        .flatMap((one) => of(one) ?? [])
        .sort()
        .at(-1) ?? null
    return {
      last: newest(({ at }) => at),
      verified: newest(({ verified_at }) => verified_at),
      drilled: newest(({ drilled_at }) => drilled_at),
      hourly: deployment.configuration.get('backup.hourly') ? await paceOf(deployment) : null,
      ages: agesOf(all.map(({ at }) => Date.parse(at))),
    }
  }
  try {
    return await looking(looked)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

function agesOf(made: readonly number[]): (number | null)[] {
  return Array.from({ length: hours_shown }, (_, at) => {
    const then = clock.ms() - hours(hours_shown - 1 - at)
    const newest = Math.max(...made.filter((one) => one <= then))
    return Number.isFinite(newest) ? Math.floor((then - newest) / hours(1)) : null
  })
}

function roomOf(dir: string, points = pointsIn(dir)): StatusFacts['room'] {
  return { free: points.map(({ free }) => free), days_until_full: daysUntilFull(points) }
}

async function leased(): Promise<StatusFacts['leases']> {
  const found = await rows<Record<'status' | 'many' | 'ending', string | number>>(
    sql`select status, count(*) as many,
          sum(case when lease_until <= ${instantIn(days(7))} then 1 else 0 end) as ending
        from devices where status <> 'REVOKED' group by status`,
  )
  const of = (state: string) => found.find(({ status }) => status === state)
  return {
    active: Number(of('ACTIVE')?.many ?? 0),
    ending_in_7d: Number(of('ACTIVE')?.ending ?? 0),
    lapsed: Number(of('LAPSED')?.many ?? 0),
  }
}

async function certificates(): Promise<StatusFacts['certificates']> {
  const { endOf } = await import('../../db/hospital/office/devices/trusted.ts')
  const { listAuthorities } = await import('../../db/appliance/pki/server-authority.ts')
  const devices_end = endOf()
  return [
    ...listAuthorities()
      .filter(({ state }) => state === 'CURRENT')
      .map(({ not_after }) => ({ kind: 'SERVER', not_after })),
    ...(devices_end === null
      ? []
      : [{ kind: 'DEVICE', not_after: new Date(devices_end).toISOString() }]),
  ]
}

async function held(): Promise<StatusFacts['holds']> {
  const { lookAtMaintenance } = await import('../../db/appliance/house/maintenance.ts')
  const { holds } = await import('../../db/appliance/outbound/holds.ts')
  const { clockState } = await import('../../db/appliance/timetable/clock-guard.ts')
  const works = await lookAtMaintenance()
  const time = await clockState()
  return [
    ...(works === null
      ? []
      : [{ kind: 'MAINTENANCE', channel: null, since: works.since, reason: works.reason }]),
    ...(await holds()).map(({ channel, held_at, cause }) => ({
      kind: 'OUTBOUND',
      channel,
      since: held_at,
      reason: cause,
    })),
    ...(time.state === 'OK'
      ? []
      : [
          {
            kind: 'CLOCK',
            channel: null,
            since: time.since ?? clock.instant(),
            reason: 'the clock jumped',
          },
        ]),
  ]
}
