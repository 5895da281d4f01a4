// What a workstation kept while the network was down (HR-53): it arrives with the workstation's time.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, hours, instantIn, minutes, nextDay } from '../../../../core/clock.ts'
import { invalid } from '../../../../core/refusal.ts'
import { row } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { sql } from '../../../../store/sql.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import type { StaffRow } from '../records/rows.ts'
import type { ClockInput, Clocked } from './shapes.ts'
import {
  answered,
  type Begun,
  clockedInAt,
  comes,
  goes,
  longest_m,
  type Stamp,
} from './stamping.ts'
import { attendance } from './tables.ts'

const kept_h = 48
/** A clock may be off by this much. */
const leeway = minutes(10)

type Kept = Required<ClockInput>

export async function keptOffline(
  caller: Caller,
  person: StaffRow,
  facility_id: string,
  input: ClockInput,
): Promise<Clocked> {
  const kept = whole(input)
  const zone = await zoneOf(caller, facility_id)
  const before = await sentBefore(caller, person, kept, zone)
  if (before !== undefined) return before
  const stamp = await stampOf(caller, kept, zone)
  if (kept.direction === 'OUT') {
    return goes(caller, person, await dayToEnd(caller, person.id, stamp.at, zone), stamp)
  }
  return comes(caller, person, facility_id, stamp, await beside(caller, person.id, stamp.at, zone))
}

function whole({ direction, offline_id, device_time }: ClockInput): Kept {
  if (offline_id === undefined) throw invalid('offline_id', 'is required with device_time.')
  if (device_time === undefined) throw invalid('device_time', 'is required with offline_id.')
  if (direction === undefined) throw invalid('direction', 'is required with offline_id.')
  if (device_time > instantIn(leeway)) throw invalid('device_time', 'is in the future.')
  if (device_time < instantIn(-hours(kept_h))) {
    throw invalid('device_time', `is more than ${kept_h} hours ago: ask for a correction.`)
  }
  return { direction, offline_id, device_time }
}

/** A queue that is sent again is answered as it was at first. */
async function sentBefore(
  { hospital_id }: Of,
  { id: staff_id, full_name: name }: StaffRow,
  { offline_id }: Kept,
  zone: string,
): Promise<Clocked | undefined> {
  const came = await attendance.find({ hospital_id, staff_id, offline_in: offline_id })
  if (came?.clock_in_at) return answered({ ...came, name }, 'IN', came.clock_in_at, zone)
  const went = await attendance.find({ hospital_id, staff_id, offline_out: offline_id })
  if (went === undefined) return undefined
  return answered({ ...went, name }, 'OUT', went.clock_out_at ?? clock.instant(), zone)
}

async function stampOf(
  caller: Caller,
  { device_time, offline_id }: Kept,
  zone: string,
): Promise<Stamp> {
  const now = clock.instant()
  const at = device_time < now ? device_time : now
  const newest = await newestOf(caller, dayIn(zone, new Date(at)))
  const waits = newest !== null && Date.parse(newest) - Date.parse(at) > leeway
  return { at, offline_id, waits }
}

/** Of all that arrived from the workstation, in whatever way. */
async function newestOf({ hospital_id, device_id }: Caller, date: string): Promise<string | null> {
  const found = await row<{ came: string | null; went: string | null }>(
    sql`select max(case when device_in = ${device_id} then clock_in_at end) as came,
        max(case when device_out = ${device_id} then clock_out_at end) as went
      from attendance where hospital_id = ${hospital_id} and date >= ${nextDay(date, -1)}
      and (device_in = ${device_id} or device_out = ${device_id})`,
  )
  const { came = null, went = null } = found ?? {}
  return came !== null && (went === null || came > went) ? came : went
}

/** The newest that began before it and has no end; also one that was given up meanwhile. */
async function dayToEnd(
  { hospital_id }: Of,
  staff_id: string,
  at: string,
  zone: string,
): Promise<Begun | undefined> {
  const since = new Date(Date.parse(at) - minutes(longest_m)).toISOString()
  const [last] = (await attendance.read(
    sql`select ${attendance.selection()} from attendance where hospital_id = ${hospital_id}
      and staff_id = ${staff_id} and clock_in_at > ${since} and clock_in_at <= ${at}
      and clock_out_at is null order by clock_in_at desc, id desc limit 1`,
  )) as Begun[]
  if (last === undefined || (last.correction?.offline && last.correction.status === 'REFUSED')) {
    return undefined
  }
  const between = await row<{ clock_in_at: string }>(
    sql`select clock_in_at from attendance where hospital_id = ${hospital_id}
      and staff_id = ${staff_id} and clock_in_at > ${last.clock_in_at} and clock_in_at <= ${at}
      order by clock_in_at limit 1`,
  )
  if (between !== undefined) throw clockedInAt(zone, between.clock_in_at)
  return last
}

/**
 * Who was there at that time clocked in already. Beside a day that began later and still runs, or
 * where one ran on for too long, this one has no end until it arrives as well.
 */
async function beside(
  { hospital_id }: Of,
  staff_id: string,
  at: string,
  zone: string,
): Promise<'INCOMPLETE' | null> {
  const since = new Date(Date.parse(at) - minutes(longest_m)).toISOString()
  const there = await row<{ clock_in_at: string }>(
    sql`select clock_in_at from attendance where hospital_id = ${hospital_id}
      and staff_id = ${staff_id} and clock_in_at > ${since} and clock_in_at <= ${at}
      and (clock_out_at is null or clock_out_at > ${at}) order by clock_in_at desc limit 1`,
  )
  if (there !== undefined) throw clockedInAt(zone, there.clock_in_at)
  const open = await row<{ id: string; clock_in_at: string }>(
    sql`select id, clock_in_at from attendance where hospital_id = ${hospital_id}
      and staff_id = ${staff_id} and clock_in_at is not null and clock_out_at is null
      and status <> 'INCOMPLETE'`,
  )
  if (open === undefined) return null
  if (open.clock_in_at > at) return 'INCOMPLETE'
  await attendance.change({ hospital_id, id: open.id }, { status: 'INCOMPLETE' })
  return null
}
