// What a screen shows: tokens and rooms (2.5 Board, QUE-10, QUE-11). A handful of statements, however
// long the queues are.

import { clock } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { byId, shownName } from '../../office/hospitals/hospitals.ts'
import { byIds, type PointRow } from '../service-points/service-points.ts'
import { classOf, pacesOf } from '../visits/queue/order.ts'
import type { DisplayRow } from './displays.ts'
import type { Board, CallSaid } from './shapes.ts'

/** The name of a restricted point says what somebody waits for (PRV-8). */
const nameOf = ({ restricted, name }: PointRow): string => (restricted ? 'Service' : name)
const nameSwOf = ({ restricted, name, name_sw }: PointRow): string =>
  restricted ? 'Huduma' : name_sw || name

interface Shown {
  service_point_id: string
  token: string
  counter: string | null
  status: string
  called_at: string | null
  calls: number
}

export async function boardOf(display: DisplayRow): Promise<Board> {
  const { hospital_id, service_point_ids: ids } = display
  const points = await byIds({ hospital_id }, ids)
  const shown = await atCounters(hospital_id, ids)
  const waiting = await firstOf(hospital_id, ids)
  const paces = await pacesOf(ids)
  const hospital = await byId(hospital_id)
  return {
    hospital: shownName(hospital),
    name: display.name,
    at: clock.instant(),
    time_zone: hospital.timezone,
    ticker: display.ticker,
    language: display.language,
    columns: display.columns,
    announce: display.announce,
    points: ids.flatMap((id) => {
      const point = points.get(id)
      if (point === undefined || !point.active) return []
      const own = shown.filter((one) => one.service_point_id === id)
      const queue = waiting.filter((one) => one.service_point_id === id)
      const count = Number(queue[0]?.n ?? 0)
      const pace = paces.get(id)?.per_place ?? null
      return [
        {
          name: nameOf(point),
          name_sw: nameSwOf(point),
          counters: point.counters,
          now: own
            .filter(({ status }) => status === 'SERVING')
            .map(({ token, counter }) => ({ token, counter })),
          called: own
            .filter(({ status }) => status === 'CALLED')
            .map(({ token, counter, called_at, calls }) => ({
              token,
              counter,
              called_at: called_at ?? '',
              calls,
            })),
          next: queue.map(({ token }) => token),
          waiting: count,
          estimated_wait_minutes: pace === null ? null : Math.round(pace * (count + 1)),
        },
      ]
    }),
  }
}

const atCounters = (hospital_id: string, ids: readonly string[]): Promise<Shown[]> =>
  rows<Shown>(
    sql`select service_point_id, token, counter, status, called_at, calls from queue_entries
      where hospital_id = ${hospital_id} and service_point_id${oneOf(ids)}
        and status in ('CALLED', 'SERVING')
      order by called_at desc, id desc limit 200`,
  )

/** The first ten of each point, with how many wait there in all. */
const firstOf = (
  hospital_id: string,
  ids: readonly string[],
): Promise<{ service_point_id: string; token: string; n: number }[]> =>
  rows(
    sql`select service_point_id, token, n from (
        select e.service_point_id, e.token,
          count(*) over (partition by e.service_point_id) as n,
          row_number() over (
            partition by e.service_point_id order by ${classOf('e', 'p')}, e.sort_at, e.sort_id
          ) as place
        from queue_entries e join service_points p on p.id = e.service_point_id
        where e.hospital_id = ${hospital_id} and e.service_point_id${oneOf(ids)}
          and e.status = 'WAITING'
      ) ranked where place <= 10 order by service_point_id, place`,
  )

export interface Called extends CallSaid {
  entry_id: string
  called_at: string
}

/** Calls of these points after an instant, in order: what a screen must say, also afterwards. */
export async function callsSince(
  { hospital_id, service_point_ids: ids }: DisplayRow,
  since: string,
): Promise<Called[]> {
  const points = await byIds({ hospital_id }, ids)
  const found = await rows<{
    id: string
    service_point_id: string
    token: string
    counter: string | null
    calls: number
    called_at: string
  }>(
    sql`select id, service_point_id, token, counter, calls, called_at from queue_entries
      where hospital_id = ${hospital_id} and service_point_id${oneOf(ids)}
        and called_at > ${since} and calls > 0 order by called_at, id limit 200`,
  )
  return found.flatMap((one) => {
    const point = points.get(one.service_point_id)
    return point === undefined ? [] : [{ ...said(point, one), ...whenOf(one) }]
  })
}

const whenOf = ({ id, called_at }: { id: string; called_at: string }) => ({
  entry_id: id,
  called_at,
})

/** QUE-11. */
function said(
  point: PointRow,
  { token, counter, calls }: { token: string; counter: string | null; calls: number },
): CallSaid {
  const room = counter ?? point.counters[0] ?? '1'
  return {
    token,
    point: nameOf(point),
    point_sw: nameSwOf(point),
    counter,
    calls,
    text_en: `Token ${token}, room ${room}.`,
    text_sw: `Namba ${token}, chumba namba ${room}.`,
  }
}

/**
 * One word per point that changes with everything that happens there: how another daemon's work is
 * seen. Versions only grow, so no change hides behind another.
 */
export async function marksOf(
  point_ids: readonly string[],
  since: string,
): Promise<Map<string, string>> {
  if (point_ids.length === 0) return new Map()
  const found = await rows<{ id: string; version: number; n: number; sum: number | null }>(
    sql`select p.id, p.version, count(e.id) as n, sum(e.version) as sum from service_points p
      left join queue_entries e on e.service_point_id = p.id
        and (e.entered_at >= ${since} or e.status in ('WAITING', 'CALLED', 'SERVING', 'ON_HOLD'))
      where p.id${oneOf(point_ids)} group by p.id, p.version`,
  )
  return new Map(found.map(({ id, version, n, sum }) => [id, `${version}.${n}.${sum ?? 0}`]))
}
