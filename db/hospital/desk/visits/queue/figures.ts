// Waiting times (QUE-13): counted by the database, medians and ninetieths by nearest rank.

import type { Caller } from '../../../../core/caller.ts'
import { clock, nextDay, startOfDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { byDialect, oneOf, raw, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import type { PointKind } from '../../service-points/words.ts'
import type { FigureGroup } from './figure-words.ts'

export interface FigureAsked {
  from: string
  to: string
  group: FigureGroup
  service_point_id?: string
  kind?: PointKind
  facility_id?: string
}

interface Times {
  mean: number | null
  median: number | null
  p90: number | null
}

export interface QueueFigures {
  key: string
  entered: number
  served: number
  no_shows: number
  left: number
  waiting_now: number
  longest_wait_now: number
  wait: Times
  service: Times
  over_target: number
  over_target_pct: number
}

interface Counted {
  key: string
  entered: number
  served: number
  no_shows: number
  left_ones: number
  waiting_now: number
  first_waiting: string | null
  over_target: number
  timed: number
}

interface Ranked {
  key: string
  mean: number
  median: number | null
  p90: number | null
}

export async function figuresOf(caller: Caller, asked: FigureAsked): Promise<QueueFigures[]> {
  const scope = await scopeOf(caller, asked.facility_id)
  const { timezone } = await hospitalOf(caller)
  const zone = caller.facility_id === null ? timezone : await zoneOf(caller, caller.facility_id)
  const offset_s = offsetOf(zone, asked.from)
  const among = sql`queue_entries e join service_points p on p.id = e.service_point_id
    left join visits v on v.id = e.visit_id${where([
      sql`e.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`e.facility_id${oneOf(scope)}`,
      sql`e.entered_at >= ${startOfDay(zone, asked.from)}`,
      sql`e.entered_at < ${startOfDay(zone, nextDay(asked.to))}`,
      when(asked.service_point_id, sql`e.service_point_id = ${asked.service_point_id}`),
      when(asked.kind, sql`p.kind = ${asked.kind}`),
    ])}`
  const key = keyOf(asked.group, offset_s)
  const counted = await rows<Counted>(
    sql`select ${key} as key, count(*) as entered,
      sum(case when e.status = 'DONE' and e.started_at is not null then 1 else 0 end) as served,
      sum(case when e.status = 'NO_SHOW' then 1 else 0 end) as no_shows,
      sum(case when e.status = 'CANCELLED' then 1 else 0 end) as left_ones,
      sum(case when e.status = 'WAITING' then 1 else 0 end) as waiting_now,
      min(case when e.status = 'WAITING' then e.entered_at end) as first_waiting,
      sum(case when e.waited_s > p.target_wait_minutes * 60
        or e.service_s > p.target_service_minutes * 60 then 1 else 0 end) as over_target,
      sum(case when e.waited_s is not null then 1 else 0 end) as timed
      from ${among} group by 1 order by 1`,
  )
  const waits = await ranked(key, sql`e.waited_s`, among)
  const services = await ranked(key, sql`e.service_s`, among)
  return counted.map((one) => ({
    key: String(one.key),
    entered: Number(one.entered),
    served: Number(one.served),
    no_shows: Number(one.no_shows),
    left: Number(one.left_ones),
    waiting_now: Number(one.waiting_now),
    longest_wait_now: one.first_waiting === null ? 0 : minutesSince(one.first_waiting),
    wait: timesOf(waits.get(String(one.key))),
    service: timesOf(services.get(String(one.key))),
    over_target: Number(one.over_target),
    over_target_pct:
      Number(one.timed) === 0
        ? 0
        : Math.round((Number(one.over_target) * 1000) / Number(one.timed)) / 10,
  }))
}

/** Nearest rank: the value at place ⌈share × n⌉ of those in order. */
async function ranked(key: Sql, value: Sql, among: Sql): Promise<Map<string, Ranked>> {
  const found = await rows<Ranked>(
    sql`select key, avg(value) as mean,
        max(case when place = (n * 50 + 99) / 100 then value end) as median,
        max(case when place = (n * 90 + 99) / 100 then value end) as p90
      from (
        select key, value, row_number() over (partition by key order by value) as place,
          count(*) over (partition by key) as n
        from (select ${key} as key, ${value} as value from ${among} and ${value} is not null) timed
      ) placed group by key`,
  )
  return new Map(found.map((one) => [String(one.key), one]))
}

const timesOf = (found: Ranked | undefined): Times => ({
  mean: minutesOf(found?.mean),
  median: minutesOf(found?.median),
  p90: minutesOf(found?.p90),
})

/** Minutes with one decimal. */
const minutesOf = (seconds: number | string | null | undefined): number | null =>
  seconds === null || seconds === undefined ? null : Math.round(Number(seconds) / 6) / 10

const minutesSince = (at: string): number => Math.round((clock.ms() - Date.parse(at)) / 6000) / 10

/** Seconds that the branch's clock is ahead, on the first day asked for. */
const offsetOf = (zone: string, day: string): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(startOfDay(zone, day))) / 1000)

function keyOf(group: FigureGroup, offset_s: number): Sql {
  switch (group) {
    case 'point':
      return sql`p.code`
    case 'kind':
      return sql`p.kind`
    case 'clinician':
      return sql`coalesce(v.clinician_id, '')`
    case 'priority':
      return sql`cast(e.priority as varchar(4))`
    case 'visit_kind':
      return sql`coalesce(v.kind, '')`
    case 'hour':
      return local('%H', 'HH24', offset_s)
    case 'weekday':
      return local('%w', 'D', offset_s)
  }
}

/** `00` to `23`; of weekdays 1 for Sunday on both databases. */
function local(sqlite: string, postgres: string, offset_s: number): Sql {
  const plus = sqlite === '%w' ? raw(' + 1') : raw('')
  return byDialect({
    sqlite: sql`(strftime(${sqlite}, unixepoch(e.entered_at) + ${offset_s}, 'unixepoch')${plus})`,
    postgres: sql`to_char((cast(e.entered_at as timestamptz) at time zone 'UTC') + make_interval(secs => ${offset_s}), ${postgres})`,
  })
}
