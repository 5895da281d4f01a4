// What visits ask about appointments, which stand below them.

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, instantAt } from '../../../core/clock.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { isId } from '../../../core/ids.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import type { AppointmentBrief } from '../../neighbours/appointments.ts'
import { book } from './book.ts'
import { isInTime } from './check-in.ts'
import { clinicianNamed } from './clinicians.ts'
import { freePlaces, freeTimes } from './fit.ts'
import { appointmentRecord } from './rows.ts'
import { schedulesFor } from './slots.ts'
import { appointments } from './tables.ts'
import { actingFacility, dayOf, zoneOf } from './times.ts'
import { appointment_kinds, type AppointmentKind, coming_states } from './words.ts'

/** Where no clinic is held, patients are asked to come in the morning. */
const usual_time = '09:00'

export async function appointmentById(
  caller: Caller,
  id: string,
): Promise<AppointmentBrief | null> {
  if (!isId(id)) return null
  const row = await appointments.find({ hospital_id: caller.hospital_id, id })
  if (row === undefined) return null
  const { patient_id, scheduled_for, department, clinician_id } = row
  const in_time = await isInTime(caller, row)
  return { id, patient_id, scheduled_for, department, clinician_id, in_time }
}

/** The next one that is still to come: who has one is not put aside (PAT 3.1). */
export async function appointmentAhead(
  caller: Caller,
  patient_id: string,
): Promise<{ id: string; number: string } | null> {
  const { hospital_id } = caller
  const [next] = await appointments.read(
    sql`select ${appointments.selection()} from appointments
      where hospital_id = ${hospital_id} and patient_id = ${patient_id}
        and status${oneOf(coming_states)} and end_at > ${clock.instant()}
      order by scheduled_for, id limit 1`,
  )
  return next === undefined ? null : { id: next.id, number: next.number }
}

/** 3.4 uncheck: its visit was cancelled on the same day. */
export async function appointmentFreed(
  caller: Caller,
  { appointment_id, visit_id }: { appointment_id: string; visit_id: string },
): Promise<void> {
  const { hospital_id } = caller
  const row = await appointments.find({ hospital_id, id: appointment_id }, { lock: true })
  if (row === undefined || row.status !== 'CHECKED_IN' || row.visit_id !== visit_id) return
  if ((await dayOf(caller, row.facility_id)) !== row.local_day) return
  await appointmentRecord.moved(caller, row, 'uncheck', { visit_id: null, checked_in_at: null })
}

/** 3.4 complete: its visit was checked out. */
export async function appointmentKept(
  caller: Caller,
  { appointment_id, visit_id }: { appointment_id: string; visit_id: string },
): Promise<void> {
  const { hospital_id } = caller
  const row = await appointments.find({ hospital_id, id: appointment_id }, { lock: true })
  if (row === undefined || row.status !== 'CHECKED_IN' || row.visit_id !== visit_id) return
  await appointmentRecord.moved(caller, row, 'complete')
}

interface FollowUp {
  patient_id: string
  visit_id: string
  on: string
  clinician_id?: string | null
  department?: string | null
  kind?: string | null
}

/** The first free time of the day; refused with the next ones when there is none. */
export async function bookFollowUp(caller: Caller, asked: FollowUp) {
  const { patient_id, visit_id, on, clinician_id = null, department = null } = asked
  const kind = kindOf(asked.kind ?? 'FOLLOW_UP')
  const facility_id = actingFacility(caller)
  const zone = await zoneOf(caller, facility_id)
  if (on < dayIn(zone)) throw invalid('follow_up.on', 'is in the past.')
  const schedules =
    clinician_id === null && department === null
      ? []
      : await schedulesFor(caller, {
          ...(clinician_id === null ? {} : { clinician_id }),
          ...(clinician_id === null && department !== null ? { department } : {}),
          from: on,
          to: on,
          kind,
        })
  const wanted = { facility_id, zone, kind, portal: false, but: {} }
  const [first] = await freePlaces(caller, wanted, schedules, { from: on, to: on })
  if (first === undefined && schedules.length > 0) {
    const who = (await clinicianNamed(caller, { clinician_id })).name ?? department ?? 'The clinic'
    const free = await freeTimes(caller, wanted, schedules, on)
    throw conflict(`${who} has nothing free on ${on}. ${free}`, 'full')
  }
  const { id, number, scheduled_for } = await book(caller, {
    patient_id,
    scheduled_for: first ?? instantAt(zone, on, usual_time),
    kind,
    follow_up_of: visit_id,
    channel: 'CLINICIAN',
    ...(clinician_id === null ? {} : { clinician_id }),
    ...(department === null ? {} : { department }),
  })
  return { id, number, scheduled_for }
}

interface ForReferral {
  patient_id: string
  referral_id: string
  scheduled_for: string
  department: string | null
  reason: string
}

/** REF-6: who was referred to us gets a time by the rules of every booking. */
export async function bookForReferral(caller: Caller, { department, ...asked }: ForReferral) {
  const { id, number } = await book(caller, {
    ...asked,
    channel: 'REFERRAL',
    ...(department === null ? {} : { department }),
  })
  return { id, number }
}

function kindOf(word: string): AppointmentKind {
  const found = appointment_kinds.find((one) => one === word)
  if (found === undefined) {
    throw invalid('follow_up.kind', `must be one of ${appointment_kinds.join(', ')}.`)
  }
  return found
}
