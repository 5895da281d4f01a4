// The order in which a point calls (QUE-4, QUE-5), and how long somebody will wait (QUE-8).

import type { Caller } from '../../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { byDialect, oneOf, raw, type Sql, sql } from '../../../../store/sql.ts'

/** Who of the last class waited more than twice the point's target goes up one. */
export const classOf = (entry: string, point: string): Sql =>
  sql`case when ${raw(entry)}.priority = 5 and ${raw(point)}.target_wait_minutes * 120 < ${waited(entry)} then 4 else ${raw(entry)}.priority end`

/** Seconds since an entry came; both databases keep instants as text. */
const waited = (entry: string): Sql => {
  const now = clock.instant()
  const from = raw(`${entry}.entered_at`)
  return byDialect({
    sqlite: sql`(unixepoch(${now}) - unixepoch(${from}))`,
    postgres: sql`extract(epoch from (cast(${now} as timestamptz) - cast(${from} as timestamptz)))`,
  })
}

export interface Place {
  position: number
  estimated_wait_minutes: number | null
}

/** Where each waiting entry of these points stands. */
export async function placesAt(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  point_ids: readonly string[],
): Promise<Map<string, Place>> {
  if (point_ids.length === 0) return new Map()
  const paces = await pacesOf(point_ids)
  const found = await rows<{ id: string; service_point_id: string; position: number }>(
    sql`select e.id, e.service_point_id, row_number() over (
        partition by e.service_point_id order by ${classOf('e', 'p')}, e.sort_at, e.sort_id
      ) as position
      from queue_entries e join service_points p on p.id = e.service_point_id
      where e.hospital_id = ${hospital_id} and e.service_point_id${oneOf(point_ids)}
        and e.status = 'WAITING'`,
  )
  return new Map(
    found.map(({ id, service_point_id, position }) => {
      const place = Number(position)
      const minute = paces.get(service_point_id)?.per_place ?? null
      return [
        id,
        {
          position: place,
          estimated_wait_minutes: minute === null ? null : Math.round(place * minute),
        },
      ]
    }),
  )
}

export interface Pace {
  /** Minutes that each place of the queue takes; null under five samples. */
  per_place: number | null
}

/** QUE-8: the last twenty services of each point over the counters now in use. */
export async function pacesOf(point_ids: readonly string[]): Promise<Map<string, Pace>> {
  const found = await rows<{ service_point_id: string; n: number; mean: number | null }>(
    sql`select service_point_id, count(*) as n, avg(service_s) as mean from (
        select service_point_id, service_s, row_number() over (
          partition by service_point_id order by finished_at desc
        ) as place
        from queue_entries
        where service_point_id${oneOf(point_ids)} and finished_at >= ${instantIn(-minutes(60 * 24))}
          and service_s is not null
      ) last where place <= 20 group by service_point_id`,
  )
  const counters = await rows<{ service_point_id: string; n: number }>(
    sql`select service_point_id, count(distinct counter) as n from queue_entries
      where service_point_id${oneOf(point_ids)} and started_at >= ${instantIn(-minutes(30))}
      group by service_point_id`,
  )
  const used = new Map(counters.map(({ service_point_id, n }) => [service_point_id, Number(n)]))
  return new Map(
    found.map(({ service_point_id, n, mean }) => {
      const counter_count = Math.max(1, used.get(service_point_id) ?? 1)
      const per_place = Number(n) < 5 || mean === null ? null : Number(mean) / 60 / counter_count
      return [service_point_id, { per_place }]
    }),
  )
}

/** What somebody who comes now would wait, per point; 0 where nothing is known. */
export async function waitsAt(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  point_ids: readonly string[],
): Promise<Map<string, number>> {
  if (point_ids.length === 0) return new Map()
  const paces = await pacesOf(point_ids)
  const waiting = await rows<{ service_point_id: string; n: number }>(
    sql`select service_point_id, count(*) as n from queue_entries
      where hospital_id = ${hospital_id} and service_point_id${oneOf(point_ids)}
        and status = 'WAITING' group by service_point_id`,
  )
  return new Map(
    waiting.map(({ service_point_id, n }) => [
      service_point_id,
      // Without figures the longer queue is the longer wait.
      Number(n) * (paces.get(service_point_id)?.per_place ?? 15),
    ]),
  )
}
