// Booking (APT-1 to APT-10).

import { madeBefore } from '../../../store/made-before.ts'
import type { Caller } from '../../../core/caller.ts'
import { row, rows } from '../../../store/connection.ts'
import { conflict } from '../../../core/refusal.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { gate } from '../gates/gate.ts'
import type { Override } from '../gates/shapes.ts'
import { writable } from '../patients/rows.ts'
import { locationRecord } from '../../office/places/locations.ts'
import { resolveDepartment } from '../../office/places/places.ts'
import { requireModule } from '../../office/places/switches.ts'
import { servicePointRecord } from '../service-points/service-points.ts'
import { clinicianNamed } from './clinicians.ts'
import { type Fit, fit, mustHaveRoom, type Wanted } from './fit.ts'
import type { BookingSubject } from './gates.ts'
import { planReminders } from './reminders.ts'
import { appointmentRecord, type Row, view } from './rows.ts'
import type { Appointment, AppointmentInput } from './shapes.ts'
import { appointments } from './tables.ts'
import { tellPatient } from './telling.ts'
import { actingFacility, mustBeAhead, readTime, timeOf, zoneOf } from './times.ts'
import { type AppointmentKind, taking_states } from './words.ts'

export interface How {
  /** By the patient: only what is open to patients; what was missed lately, in words. */
  portal?: { missed: string | null }
  /** Where the caller acts at no branch: the schedule's. */
  facility_id?: string
  schedule_id?: string
}

export async function book(
  caller: Caller,
  input: AppointmentInput,
  how: How = {},
): Promise<Appointment> {
  const before = await already(caller, input.id)
  if (before !== undefined) return view(caller, before)
  const wanted = await wantedBy(caller, input, how)
  const fitted = await fitted_in(caller, wanted)
  const warnings = await ask(caller, wanted, fitted, how, input)
  const asks = how.portal !== undefined && fitted.schedule?.requires_confirmation === true
  const made = await appointmentRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      facility_id: wanted.facility_id,
      patient_id: wanted.patient.id,
      status: asks ? 'REQUESTED' : 'BOOKED',
      ...placeOf(wanted, fitted),
      kind: wanted.kind,
      channel: how.portal === undefined ? (input.channel ?? 'DESK') : 'PORTAL',
      reason: input.reason ?? null,
      notes: input.notes ?? null,
      payer: input.payer ?? null,
      remind: input.remind ?? true,
      follow_up_of: input.follow_up_of ?? null,
      referral_id: input.referral_id ?? null,
      waitlist_id: input.waitlist_id ?? null,
      booked_by: caller.name,
    },
    'book',
  )
  if (!asks) await announce(caller, made)
  const shown = await view(caller, made)
  return how.portal === undefined ? { ...shown, warnings } : shown
}

/** FRO-10, under the name that other areas ask for. */
export const bookAppointment = (caller: Caller, input: AppointmentInput): Promise<Appointment> =>
  book(caller, input)

/** Booked for certain: the patient is told, and will be reminded. */
export async function announce(caller: Caller, row: Row): Promise<void> {
  await planReminders(caller, row)
  await tellPatient(caller, row, 'APPOINTMENT_BOOKED')
}

/** FRO-6: the same id again answers what it made. */
async function already(caller: Caller, id: string | undefined): Promise<Row | undefined> {
  if (!(await madeBefore(caller, appointments, id))) return undefined
  return appointments.find({ hospital_id: caller.hospital_id, id })
}

async function wantedBy(caller: Caller, input: AppointmentInput, how: How): Promise<Wanted> {
  const facility_id = how.facility_id ?? actingFacility(caller)
  const zone = await zoneOf(caller, facility_id)
  const start = readTime('scheduled_for', input.scheduled_for)
  mustBeAhead('scheduled_for', start)
  const kind = input.kind ?? 'CONSULTATION'
  await mustServe({ ...caller, facility_id }, kind)
  const patient = await writable(caller, input.patient_id)
  if (kind === 'ANTENATAL' && patient.sex !== 'Female') {
    throw conflict(`ANTENATAL is for women: ${patient.full_name} is ${patient.sex}.`)
  }
  const point = input.service_point_id
    ? await servicePointRecord.get(caller, input.service_point_id)
    : null
  const location = input.location_id ? await locationRecord.get(caller, input.location_id) : null
  const department = input.department
    ? (await resolveDepartment(caller, input.department)).name
    : (point?.department ?? null)
  return {
    facility_id,
    zone,
    start,
    duration_min: input.duration_min ?? null,
    kind,
    patient,
    clinician: await clinicianNamed(caller, input),
    point,
    location,
    department,
    portal: how.portal !== undefined,
    schedule_id: how.schedule_id,
    but: { waitlist_id: input.waitlist_id ?? undefined },
  }
}

/** APT-8: said like any module that is off (PLT-4). */
async function mustServe(caller: Caller, kind: AppointmentKind): Promise<void> {
  if (kind === 'THEATRE') await requireModule(caller, 'theatre')
  if (kind === 'ANTENATAL') await requireModule(caller, 'maternity')
}

export async function fitted_in(caller: Caller, wanted: Wanted): Promise<Fit> {
  const fitted = await fit(caller, wanted)
  await mustHaveRoom(caller, wanted, fitted)
  await mustBeFree(caller, wanted, fitted)
  return fitted
}

/** The columns that say when, where and with whom. */
export const placeOf = (wanted: Wanted, fitted: Fit) => ({
  scheduled_for: wanted.start,
  end_at: fitted.end,
  local_day: fitted.day,
  clinician_id: wanted.clinician.id ?? fitted.schedule?.clinician_id ?? null,
  clinician_name: wanted.clinician.name ?? fitted.schedule?.clinician_name ?? null,
  department: wanted.department ?? fitted.schedule?.department ?? null,
  location_id: wanted.location?.id ?? fitted.schedule?.location_id ?? null,
  service_point_id: wanted.point?.id ?? fitted.schedule?.service_point_id ?? null,
  schedule_id: fitted.schedule?.id ?? null,
  overbooked: fitted.full,
})

/** APT-7: nobody is at two places; the patient's record is held, so that this counts to the end. */
async function mustBeFree(caller: Caller, wanted: Wanted, { end }: Fit): Promise<void> {
  const other = await row<{ number: string; scheduled_for: string }>(
    sql`select number, scheduled_for from appointments where hospital_id = ${caller.hospital_id}
      and patient_id = ${wanted.patient.id} and status${oneOf(taking_states)}
      and scheduled_for < ${end} and end_at > ${wanted.start}
      and id <> ${wanted.but.appointment_id ?? ''} order by scheduled_for limit 1`,
  )
  if (other === undefined) return
  const at = timeOf(wanted.zone, other.scheduled_for)
  throw conflict(
    `${wanted.patient.full_name} already has appointment ${other.number} at ${at}.`,
    'taken',
  )
}

export async function ask(
  caller: Caller,
  wanted: Wanted,
  fitted: Fit,
  { portal }: How,
  { overrides }: { overrides?: readonly Override[] | undefined },
): Promise<{ gate: string | null; level: string; message: string }[]> {
  const { zone, start, patient } = wanted
  const at = timeOf(zone, start)
  const subject: BookingSubject = {
    overbook: fitted.full
      ? `${fitted.who} has nothing free at ${at} on ${fitted.day}, ${fitted.overbook_left} more may be let in.`
      : null,
    same_day: await sameDay(caller, wanted, fitted),
    missed: portal?.missed ?? null,
  }
  const warnings = await gate(caller, {
    action: 'appointment.book',
    subject: { ...subject },
    facts: { facility_ids: wanted.facility_id, departments: wanted.department },
    overrides,
    entity: { type: 'patient', id: patient.id, patient_id: patient.id },
  })
  return warnings.map(({ gate: key, level, message }) => ({ gate: key, level, message }))
}

async function sameDay(caller: Caller, wanted: Wanted, fitted: Fit): Promise<string | null> {
  const department = wanted.department ?? fitted.schedule?.department ?? null
  if (department === null) return null
  const [other] = await rows<{ number: string; scheduled_for: string }>(
    sql`select number, scheduled_for from appointments where hospital_id = ${caller.hospital_id}
      and patient_id = ${wanted.patient.id} and local_day = ${fitted.day}
      and department = ${department} and status${oneOf(taking_states)}
      and id <> ${wanted.but.appointment_id ?? ''} order by scheduled_for limit 1`,
  )
  return other === undefined
    ? null
    : `${wanted.patient.full_name} has ${other.number} at ${timeOf(wanted.zone, other.scheduled_for)} with ${department} that day.`
}
