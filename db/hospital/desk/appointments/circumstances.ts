// Everything beside the schedules that decides whether somebody can be booked: exceptions, holidays,
// leave, points that are shut, and what is booked already. A fixed number of statements, however
// many clinicians and days are asked for (APT-11).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { awayBetween, holidays } from '../../neighbours/duty.ts'
import { byIds } from '../service-points/service-points.ts'
import {
  type Circumstances,
  daysFrom,
  type Place,
  placesOf,
  type Schedule,
  sessionsOn,
  type Taken,
} from './sessions.ts'
import { schedule_exceptions } from './tables.ts'
import { zoneOf } from './times.ts'
import { taking_states } from './words.ts'

export interface Range {
  from: string
  to: string
}

export async function circumstancesOf(
  caller: Caller,
  facility_id: string,
  schedules: readonly Schedule[],
  { from, to }: Range,
): Promise<Circumstances> {
  const exceptions = await schedule_exceptions.read(
    sql`select ${schedule_exceptions.selection()} from schedule_exceptions
      where hospital_id = ${caller.hospital_id} and facility_id = ${facility_id}
      and cancelled_at is null and from_date <= ${to} and to_date >= ${from}
      order by created_at desc, id desc`,
  )
  const free_days = await holidays(caller, { from, to, facility_id })
  const staff_ids = [...new Set(schedules.flatMap(({ clinician_id }) => clinician_id ?? []))]
  const away = staff_ids.length === 0 ? [] : await awayBetween(caller, { staff_ids, from, to })
  const points = schedules.flatMap(({ service_point_id }) => service_point_id ?? [])
  return {
    zone: await zoneOf(caller, facility_id),
    exceptions,
    holidays: new Map(free_days.map(({ date, name }) => [date, name])),
    away: (clinician_id, day) =>
      away.find((one) => one.staff_id === clinician_id && one.from <= day && day <= one.to)?.reason,
    closed_points: await shutPoints(caller, points),
  }
}

async function shutPoints(caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await byIds(caller, [...new Set(ids)])
  return new Set(ids.filter((id) => found.get(id)?.active !== true))
}

/** What takes places in these schedules: bookings, and offers that are held. */
export async function takenIn(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  schedule_ids: readonly string[],
  { from, to }: Range,
  /** An appointment that is being moved, an entry that is being accepted: not in its own way. */
  but: { appointment_id?: string | undefined; waitlist_id?: string | undefined } = {},
): Promise<Map<string, Taken[]>> {
  const booked = await rows<Omit<Taken, 'overbooked'> & { id: string; overbooked: unknown }>(
    sql`select id, schedule_id, local_day, scheduled_for as start, end_at as "end", overbooked,
        created_at as booked_at
      from appointments where hospital_id = ${hospital_id} and schedule_id${oneOf(schedule_ids)}
      and local_day >= ${from} and local_day <= ${to} and status${oneOf(taking_states)}`,
  )
  const held = await rows<Omit<Taken, 'overbooked'> & { id: string }>(
    sql`select id, offer_schedule_id as schedule_id, offer_day as local_day, offer_start as start,
        offer_end as "end", updated_at as booked_at
      from appointment_waitlist where hospital_id = ${hospital_id} and status = 'OFFERED'
      and offer_schedule_id${oneOf(schedule_ids)} and offer_day >= ${from} and offer_day <= ${to}
      and offer_until > ${clock.instant()}`,
  )
  const taken = new Map<string, Taken[]>()
  const put = (one: Taken): void => {
    const key = keyOf(one.schedule_id, one.local_day)
    const list = taken.get(key)
    if (list === undefined) taken.set(key, [one])
    else list.push(one)
  }
  for (const one of booked) {
    if (one.id !== but.appointment_id) put({ ...one, overbooked: Boolean(one.overbooked) })
  }
  for (const one of held) if (one.id !== but.waitlist_id) put({ ...one, overbooked: false })
  return taken
}

export const keyOf = (schedule_id: string, day: string): string => `${schedule_id} ${day}`

/** Every place of these schedules in these days, in the order of time. */
export function placesIn(
  schedules: readonly Schedule[],
  range: Range,
  known: Circumstances,
  taken: ReadonlyMap<string, readonly Taken[]>,
  portal = false,
): Place[] {
  const places: Place[] = []
  for (const day of daysFrom(range.from, range.to)) {
    for (const schedule of schedules) {
      const here = taken.get(keyOf(schedule.id, day)) ?? []
      for (const session of sessionsOn(schedule, day, known)) {
        places.push(...placesOf(session, here, portal))
      }
    }
  }
  return places.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
}
