// Which sessions a schedule holds on a day, and the slots of each. Nothing here asks the database:
// schedule, exceptions, holidays and leave are handed in (APT-4, APT-11).

import { clock, hours, instantAt, minutes, nextDay } from '../../../core/clock.ts'
import type { RowOf } from '../../../store/table.ts'
import type { clinic_schedules, schedule_exceptions } from './tables.ts'
import type { slot_states } from './words.ts'

export type Schedule = RowOf<(typeof clinic_schedules)['columns']>
export type Exception = RowOf<(typeof schedule_exceptions)['columns']>

/** What is known of the days asked for, beside the schedules. */
export interface Circumstances {
  zone: string
  exceptions: readonly Exception[]
  /** Name of the holiday by date. */
  holidays: ReadonlyMap<string, string>
  /** Why a clinician is away, or undefined. */
  away(clinician_id: string, day: string): string | undefined
  /** Service points that are shut down. */
  closed_points: ReadonlySet<string>
}

export interface Session {
  schedule: Schedule
  day: string
  capacity: number
  slots: readonly Span[]
  slot_minutes: number
  /** Why nobody is booked into it at all. */
  closed_reason: string | null
  /** Parts of it that are closed. */
  closures: readonly (Span & { reason: string })[]
}

export interface Span {
  start: string
  end: string
}

export interface Taken extends Span {
  schedule_id: string
  local_day: string
  overbooked: boolean
  booked_at: string
}

export function sessionsOn(schedule: Schedule, day: string, known: Circumstances): Session[] {
  const own = known.exceptions.filter((one) => isOn(one, day) && isFor(one, schedule))
  const extra = own.filter(({ kind }) => kind === 'EXTRA')
  const regular = isRegular(schedule, day)
  const times = [
    ...(regular ? [{ start: schedule.start_time, end: schedule.end_time, by: undefined }] : []),
    ...extra.flatMap((one) => {
      const start = one.start_time ?? (regular ? null : schedule.start_time)
      const end = one.end_time ?? (regular ? null : schedule.end_time)
      return start === null || end === null ? [] : [{ start, end, by: one }]
    }),
  ]
  const capacity = own.find(({ kind, capacity: set }) => kind === 'CAPACITY' && set !== null)
  const holiday = extra.length > 0 ? undefined : known.holidays.get(day)
  return times.map(({ start, end, by }) => {
    const slot_minutes = by?.slot_minutes ?? capacity?.slot_minutes ?? schedule.slot_minutes
    return {
      schedule,
      day,
      capacity: by?.capacity ?? capacity?.capacity ?? schedule.capacity,
      slot_minutes,
      slots: cut(known.zone, day, start, end, slot_minutes),
      closed_reason: closedBy(schedule, day, own, known) ?? holiday ?? null,
      closures: own.flatMap((one) =>
        one.kind === 'CLOSED' && one.start_time !== null && one.end_time !== null
          ? [
              {
                start: instantAt(known.zone, day, one.start_time),
                end: instantAt(known.zone, day, one.end_time),
                reason: one.reason,
              },
            ]
          : [],
      ),
    }
  })
}

const isOn = ({ from_date, to_date }: Exception, day: string): boolean =>
  from_date <= day && day <= to_date

/** Of this schedule, its clinician, its department, or the whole branch. */
export const isFor = (one: Exception, schedule: Schedule): boolean =>
  one.facility_id === schedule.facility_id &&
  (one.schedule_id === null || one.schedule_id === schedule.id) &&
  (one.clinician_id === null || one.clinician_id === schedule.clinician_id) &&
  (one.department === null || one.department === schedule.department)

function isRegular(schedule: Schedule, day: string): boolean {
  const { active, valid_from, valid_until, weekdays, weeks_of_month } = schedule
  if (!active || day < valid_from || (valid_until !== null && day > valid_until)) return false
  const week = Math.ceil(Number(day.slice(8)) / 7)
  return weekdays.includes(weekday(day)) && (weeks_of_month?.includes(week) ?? true)
}

/** 1 Monday … 7 Sunday. */
export const weekday = (day: string): number =>
  ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

function closedBy(
  schedule: Schedule,
  day: string,
  own: readonly Exception[],
  known: Circumstances,
): string | undefined {
  const closed = own.find(({ kind, start_time }) => kind === 'CLOSED' && start_time === null)
  if (closed !== undefined) return closed.reason
  const { clinician_id, service_point_id } = schedule
  if (service_point_id !== null && known.closed_points.has(service_point_id)) return 'closed'
  return clinician_id === null ? undefined : known.away(clinician_id, day)
}

/** Whole slots only: what is left over at the end is no slot (APT-11). */
function cut(zone: string, day: string, start: string, end: string, slot_minutes: number): Span[] {
  const spans: Span[] = []
  const until = Date.parse(instantAt(zone, day, end))
  const length = minutes(slot_minutes)
  for (
    let at = Date.parse(instantAt(zone, day, start));
    at + length <= until && spans.length < 300;
    at += length
  ) {
    spans.push({ start: iso(at), end: iso(at + length) })
  }
  return spans
}

const iso = (ms: number): string => new Date(ms).toISOString()

export interface Place extends Span {
  session: Session
  booked: number
  free: number
  overbook_left: number
  status: (typeof slot_states)[number]
  closed_reason: string | null
  /** When the last of those who have it came. */
  taken_at: string | null
}

/** The slots of a session with what is booked in them. `portal`: notice and horizon count too. */
export function placesOf(session: Session, taken: readonly Taken[], portal: boolean): Place[] {
  const { schedule, capacity, slots, closures } = session
  const overbooked = taken.filter((one) => one.overbooked).length
  const overbook_left = Math.max(0, schedule.overbook_limit - overbooked)
  return slots.map((slot) => {
    const here = taken.filter((one) => meets(one, slot))
    const closure = closures.find((one) => meets(one, slot))
    const closed_reason = session.closed_reason ?? closure?.reason ?? null
    const free = closed_reason === null ? Math.max(0, capacity - here.length) : 0
    const last = here.map(({ booked_at }) => booked_at).sort()
    return {
      ...slot,
      session,
      booked: here.length,
      free,
      overbook_left: closed_reason === null ? overbook_left : 0,
      status: statusOf(slot, schedule, { closed: closed_reason !== null, free, portal }),
      closed_reason,
      taken_at: last.at(-1) ?? null,
    }
  })
}

export const meets = (one: Span, other: Span): boolean =>
  one.start < other.end && other.start < one.end

function statusOf(
  { start }: Span,
  { min_notice_hours, horizon_days }: Schedule,
  { closed, free, portal }: { closed: boolean; free: number; portal: boolean },
): Place['status'] {
  const at = Date.parse(start)
  if (at < clock.ms()) return 'PAST'
  if (closed) return 'CLOSED'
  if (portal && at < clock.ms() + hours(min_notice_hours)) return 'TOO_SOON'
  if (portal && at > clock.ms() + hours(24 * horizon_days)) return 'TOO_FAR'
  return free > 0 ? 'FREE' : 'FULL'
}

export function* daysFrom(from: string, to: string): Generator<string> {
  for (let day = from; day <= to; day = nextDay(day)) yield day
}
