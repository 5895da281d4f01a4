// Whether somebody fits into a diary at a time (APT-3 to APT-7), under a lock on that diary, so that
// of two who want the last place one gets it and the other is told (APT-9).

import { type Caller, can } from '../../../core/caller.ts'
import { clock, dayIn, instantIn, minutes, nextDay } from '../../../core/clock.ts'
import { row, run } from '../../../store/connection.ts'
import { conflict } from '../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { awayBetween, holidays } from '../../neighbours/duty.ts'
import type { Row as PatientRow } from '../patients/rows.ts'
import { circumstancesOf, placesIn, takenIn } from './circumstances.ts'
import type { Clinician } from './clinicians.ts'
import { type Circumstances, meets, type Place, type Schedule } from './sessions.ts'
import { takes } from './slots.ts'
import { clinic_schedules } from './tables.ts'
import { localOf, timeOf } from './times.ts'
import { type AppointmentKind, taking_states } from './words.ts'

export interface Wanted {
  facility_id: string
  zone: string
  start: string
  duration_min: number | null
  kind: AppointmentKind
  patient: Pick<PatientRow, 'id' | 'full_name'>
  clinician: Clinician
  point: { id: string; name: string } | null
  location: { id: string; name: string } | null
  department: string | null
  portal: boolean
  /** A schedule that must be the one: of an offer. */
  schedule_id?: string | undefined
  but: { appointment_id?: string | undefined; waitlist_id?: string | undefined }
}

export interface Fit {
  schedule: Schedule | null
  end: string
  day: string
  who: string
  /** The slot is full and one more would still be let in. */
  full: boolean
  overbook_left: number
}

export async function fit(caller: Caller, wanted: Wanted): Promise<Fit> {
  const day = dayIn(wanted.zone, new Date(wanted.start))
  const who = whoOf(wanted)
  const schedules = await candidates(caller, wanted, day)
  const known = await circumstancesOf(caller, wanted.facility_id, schedules, { from: day, to: day })
  if (schedules.length === 0) {
    if (wanted.portal) throw conflict(`${who} cannot be booked here.`, 'no_slot')
    await mustBeHere(caller, wanted, known, day, who)
    return unscheduled(caller, wanted, day, who)
  }
  const chosen = await choose(caller, wanted, schedules, known, day, who)
  if (chosen === null) return unscheduled(caller, wanted, day, who)
  await hold(caller, [`schedule:${chosen.id}`])
  return scheduled(caller, wanted, chosen, known, day, who)
}

const whoOf = ({ clinician, point, department }: Wanted): string =>
  clinician.name ?? point?.name ?? department ?? 'The clinic'

/** Schedules that count on this day: the clinician's or the point's, else those of the department. */
async function candidates(caller: Caller, wanted: Wanted, day: string): Promise<Schedule[]> {
  const { clinician, point, department, schedule_id } = wanted
  const named = schedule_id ?? clinician.id ?? point?.id ?? department
  // A name that is nobody's keeps no diary (APT-2).
  if (named === null || (clinician.id === null && clinician.name !== null && point === null))
    return []
  return clinic_schedules.read(
    sql`select ${clinic_schedules.selection()} from clinic_schedules${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`facility_id = ${wanted.facility_id}`,
      sql`active and valid_from <= ${day} and (valid_until is null or valid_until >= ${day})`,
      when(schedule_id, sql`id = ${schedule_id}`),
      when(clinician.id, sql`clinician_id = ${clinician.id}`),
      when(point?.id, sql`service_point_id = ${point?.id}`),
      when(
        clinician.id === null && point === null && department !== null,
        sql`department = ${department}`,
      ),
      when(wanted.portal, sql`portal_bookable`),
    ])} order by name, id limit 200`,
  )
}

/** The schedule whose slot begins at this time: one that takes the kind, and has room, first. */
async function choose(
  caller: Caller,
  wanted: Wanted,
  schedules: readonly Schedule[],
  known: Circumstances,
  day: string,
  who: string,
): Promise<Schedule | null> {
  const ids = schedules.map(({ id }) => id)
  const taken = await takenIn(caller, ids, { from: day, to: day }, wanted.but)
  const all = placesIn(schedules, { from: day, to: day }, known, taken, wanted.portal)
  const at_start = all.filter(({ start }) => start === wanted.start)
  const able = at_start.filter(({ session }) => takes(session.schedule, wanted.kind))
  const place = able.find(({ status }) => status === 'FREE') ?? able[0]
  if (place !== undefined) return place.session.schedule
  const [other] = at_start
  if (other !== undefined) {
    throw conflict(`${other.session.schedule.name} does not take ${wanted.kind}.`, 'wrong_kind')
  }
  const named = wanted.clinician.id !== null || wanted.point !== null || wanted.portal
  // A department is no diary: without a slot there the desk books it all the same.
  if (!named) return null
  throw await noSlot(caller, wanted, schedules, day, who)
}

async function noSlot(
  caller: Caller,
  wanted: Wanted,
  schedules: readonly Schedule[],
  day: string,
  who: string,
) {
  const at = timeOf(wanted.zone, wanted.start)
  const free = await freeTimes(caller, wanted, schedules, day)
  return conflict(`${who} has no slot at ${at} on ${day}. ${free}`, 'no_slot')
}

/** `Free: 10:15, 10:30.` of that day, else the next ones with their days. */
export async function freeTimes(
  caller: Caller,
  wanted: Pick<Wanted, 'facility_id' | 'zone' | 'kind' | 'portal' | 'but'>,
  schedules: readonly Schedule[],
  day: string,
): Promise<string> {
  for (const range of [
    { from: day, to: day },
    { from: nextDay(day), to: nextDay(day, 30) },
  ]) {
    const free = (await freePlaces(caller, wanted, schedules, range)).slice(0, 3)
    if (free.length === 0) continue
    const shown = free.map((start) =>
      range.from === day ? timeOf(wanted.zone, start) : localOf(wanted.zone, start),
    )
    return `Free: ${shown.join(', ')}.`
  }
  return 'Nothing is free in the next 30 days.'
}

export async function freePlaces(
  caller: Caller,
  wanted: Pick<Wanted, 'facility_id' | 'kind' | 'portal' | 'but'>,
  schedules: readonly Schedule[],
  range: { from: string; to: string },
): Promise<string[]> {
  const able = schedules.filter((one) => takes(one, wanted.kind))
  const known = await circumstancesOf(caller, wanted.facility_id, able, range)
  const ids = able.map(({ id }) => id)
  const taken = await takenIn(caller, ids, range, wanted.but)
  const places = placesIn(able, range, known, taken, wanted.portal)
  return [...new Set(places.filter(({ status }) => status === 'FREE').map(({ start }) => start))]
}

async function scheduled(
  caller: Caller,
  wanted: Wanted,
  schedule: Schedule,
  known: Circumstances,
  day: string,
  who: string,
): Promise<Fit> {
  const range = { from: day, to: day }
  // Read again under the lock: what others booked meanwhile counts.
  const taken = await takenIn(caller, [schedule.id], range, wanted.but)
  const places = placesIn([schedule], range, known, taken, wanted.portal)
  const first = places.find(({ start }) => start === wanted.start)
  if (first === undefined) throw await noSlot(caller, wanted, [schedule], day, who)
  const length = wanted.duration_min ?? first.session.slot_minutes
  const end = endOf(wanted.start, length)
  const spanned = places.filter(
    (place) => place.session === first.session && meets(place, { start: wanted.start, end }),
  )
  mustBeOpen(spanned, who, day)
  if (wanted.portal && first.status !== 'FREE' && first.status !== 'FULL') {
    throw await noSlot(caller, wanted, [schedule], day, who)
  }
  const full = spanned.some(({ free }) => free === 0)
  const fitted = { schedule, end, day, who, overbook_left: first.overbook_left }
  if (full && (wanted.portal || first.overbook_left === 0)) {
    throw await noRoom(caller, wanted, schedule, spanned, day, who)
  }
  return { ...fitted, full }
}

function mustBeOpen(places: readonly Place[], who: string, day: string): void {
  const closed = places.find(({ closed_reason }) => closed_reason !== null)
  if (closed !== undefined) throw notHere(who, day, closed.closed_reason ?? '')
}

const notHere = (who: string, day: string, reason: string) =>
  conflict(`${who} is not here on ${day}: ${reason}.`, 'closed')

/** APT-9 for who comes a moment too late, APT-5 for who finds the session full. */
async function noRoom(
  caller: Caller,
  wanted: Wanted,
  schedule: Schedule,
  spanned: readonly Place[],
  day: string,
  who: string,
) {
  const lately = instantIn(-minutes(1))
  const just = spanned.some(({ taken_at }) => taken_at !== null && taken_at > lately)
  if (just || wanted.portal) {
    const free = await freeTimes(caller, wanted, [schedule], day)
    return conflict(`That time has just been taken. ${free}`, 'taken')
  }
  return conflict(`The session of ${who} on ${day} is full, overbooking included.`, 'full')
}

/** Without a schedule staff may book any time at which nobody else is there (APT-6). */
async function unscheduled(caller: Caller, wanted: Wanted, day: string, who: string): Promise<Fit> {
  const end = endOf(wanted.start, wanted.duration_min ?? 30)
  const { clinician } = wanted
  if (clinician.id !== null) {
    await hold(caller, [`clinician:${clinician.id}`])
    await mustBeAlone(caller, wanted, end, who, sql`clinician_id = ${clinician.id}`)
  }
  return { schedule: null, end, day, who, full: false, overbook_left: 0 }
}

/** A room is used by one at a time, unless the schedule itself puts its patients there. */
export async function mustHaveRoom(caller: Caller, wanted: Wanted, fitted: Fit): Promise<void> {
  const { location } = wanted
  if (location === null || fitted.schedule?.location_id === location.id) return
  await hold(caller, [`location:${location.id}`])
  const there = sql`location_id = ${location.id}`
  await mustBeAlone(caller, wanted, fitted.end, location.name, there)
}

async function mustBeAlone(
  caller: Caller,
  { start, zone, but }: Wanted,
  end: string,
  who: string,
  where_sql: ReturnType<typeof sql>,
): Promise<void> {
  const other = await row<{ scheduled_for: string; number: string; sensitivity: string }>(
    sql`select a.scheduled_for, p.number, p.sensitivity from appointments a
      join patients p on p.id = a.patient_id
      where a.hospital_id = ${caller.hospital_id} and a.${where_sql}
      and a.scheduled_for < ${end} and a.end_at > ${start} and a.status${oneOf(taking_states)}
      and a.id <> ${but.appointment_id ?? ''} order by a.scheduled_for limit 1`,
  )
  if (other === undefined) return
  const open = can(caller, 'patient:read') && other.sensitivity === 'NORMAL'
  const whom = open ? other.number : 'another patient'
  throw conflict(`${who} already has ${whom} at ${timeOf(zone, other.scheduled_for)}.`, 'taken')
}

/** APT-4 for who has no schedule: leave, holidays, and a branch that is closed. */
async function mustBeHere(
  caller: Caller,
  { facility_id, clinician, department }: Wanted,
  known: Circumstances,
  day: string,
  who: string,
): Promise<void> {
  const asked = { from: day, to: day, facility_id }
  const [holiday] = await holidays(caller, asked)
  if (holiday !== undefined && clinician.id !== null) throw notHere(who, day, holiday.name)
  const closed = known.exceptions.find(
    (one) =>
      one.kind === 'CLOSED' &&
      one.start_time === null &&
      one.schedule_id === null &&
      (one.clinician_id === null || one.clinician_id === clinician.id) &&
      (one.department === null || one.department === department),
  )
  if (closed !== undefined) throw notHere(who, day, closed.reason)
  if (clinician.id === null) return
  const [away] = await awayBetween(caller, { staff_ids: [clinician.id], from: day, to: day })
  if (away !== undefined) throw notHere(who, day, away.reason)
}

/** Diaries are held in one order, so that no two bookings wait for each other. */
async function hold({ hospital_id }: Caller, diaries: readonly string[]): Promise<void> {
  for (const diary of [...diaries].sort()) {
    await run(
      sql`insert into appointment_diaries (hospital_id, diary, held_at)
        values (${hospital_id}, ${diary}, ${clock.instant()})
        on conflict (hospital_id, diary) do update set held_at = ${clock.instant()}`,
    )
  }
}

export const endOf = (start: string, length_min: number): string =>
  new Date(Date.parse(start) + minutes(length_min)).toISOString()
