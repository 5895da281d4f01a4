// What the command line asks of diaries (section 8): what would be reminded, who is booked twice, and
// whose clinics are empty.

import type { Caller } from '../../../core/caller.ts'
import { clock, instantIn, hours, nextDay } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql, when } from '../../../store/sql.ts'
import { folded } from '../../../store/table.ts'
import { circumstancesOf } from './circumstances.ts'
import { daysFrom, sessionsOn } from './sessions.ts'
import { clinic_schedules } from './tables.ts'
import { dayOf } from './times.ts'
import { coming_states } from './words.ts'

const most = 1000

export interface Due {
  number: string
  patient: string
  due_at: string
  scheduled_for: string
}

/** Planned reminders whose moment comes within so many hours; those past it are due now. */
export const remindersDue = ({ hospital_id }: Caller, within_hours: number): Promise<Due[]> =>
  rows<Due>(
    sql`select a.number, p.number as patient, r.due_at, a.scheduled_for
      from appointment_reminders r join appointments a on a.id = r.appointment_id
      join patients p on p.id = a.patient_id
      where r.hospital_id = ${hospital_id} and r.status = 'PLANNED'
        and r.due_at <= ${instantIn(hours(within_hours))}
        and a.status${oneOf(['BOOKED', 'CONFIRMED'])} order by r.due_at, r.id limit ${most}`,
  )

export interface Clash {
  clinician: string | null
  first: string
  second: string
  from: string
  to: string
}

/** Two that are to come at overlapping times; places of one slot are no clash. */
export function clashes({ hospital_id }: Caller, clinician?: string): Promise<Clash[]> {
  const name = folded(clinician ?? '').replaceAll(/[%_]/g, '')
  return rows<Clash>(
    sql`select a.clinician_name as clinician, a.number as first, b.number as second,
        b.scheduled_for as ${sql`"from"`}, a.end_at as ${sql`"to"`}
      from appointments a join appointments b on b.clinician_id = a.clinician_id
        and b.hospital_id = a.hospital_id and b.scheduled_for < a.end_at
        and (b.scheduled_for > a.scheduled_for or (b.scheduled_for = a.scheduled_for and b.id > a.id))
      where a.hospital_id = ${hospital_id} and a.end_at > ${clock.instant()}
        and a.status${oneOf(coming_states)} and b.status${oneOf(coming_states)}
        and not (a.schedule_id is not null and a.schedule_id = b.schedule_id
          and a.scheduled_for = b.scheduled_for)
        ${when(clinician, sql`and lower(a.clinician_name) like ${`%${name}%`}`) ?? sql``}
      order by a.scheduled_for, a.id limit ${most}`,
  )
}

export interface Emptiness {
  clinician: string
  schedules: number
  sessions: number
  /** The last day on which there is one. */
  until: string | null
}

/** Clinicians with a clinic in use at this branch, those with nothing left first; within so many
 * days, or else each clinic within its own horizon. */
export async function emptyClinics(
  caller: Caller,
  facility_id: string,
  days?: number,
): Promise<Emptiness[]> {
  const { hospital_id } = caller
  const own = (
    await clinic_schedules.all({ hospital_id, facility_id, active: true }, { limit: most })
  ).filter(({ clinician_id }) => clinician_id !== null)
  const from = await dayOf(caller, facility_id)
  const furthest = days ?? Math.max(0, ...own.map(({ horizon_days }) => horizon_days))
  const range = { from, to: nextDay(from, furthest) }
  const known = await circumstancesOf(caller, facility_id, own, range)
  const found = new Map<string, Emptiness>()
  for (const schedule of own) {
    const clinician = schedule.clinician_name ?? schedule.name
    const so_far = found.get(clinician) ?? { clinician, schedules: 0, sessions: 0, until: null }
    let { sessions, until } = so_far
    for (const day of daysFrom(from, nextDay(from, days ?? schedule.horizon_days))) {
      const held = sessionsOn(schedule, day, known).filter((one) => one.closed_reason === null)
      sessions += held.length
      if (held.length > 0 && (until === null || day > until)) until = day
    }
    found.set(clinician, { clinician, schedules: so_far.schedules + 1, sessions, until })
  }
  return [...found.values()].sort(
    (a, b) => a.sessions - b.sessions || (a.clinician < b.clinician ? -1 : 1),
  )
}
