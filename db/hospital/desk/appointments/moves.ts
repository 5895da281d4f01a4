// Moves of an appointment beside check-in (front office 3.4).

import type { Caller } from '../../../core/caller.ts'
import { clock, nextDay } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import { openFollowUp } from '../../neighbours/commercial.ts'
import { writable } from '../patients/rows.ts'
import { locationRecord } from '../../office/places/locations.ts'
import { servicePointRecord } from '../service-points/service-points.ts'
import { announce, ask, fitted_in, type How, placeOf } from './book.ts'
import { clinicianNamed } from './clinicians.ts'
import type { Wanted } from './fit.ts'
import { appointment_life } from './life.ts'
import { nextFree } from './next-free.ts'
import { dropReminders, planReminders } from './reminders.ts'
import { appointmentRecord, type Row, type Step, view } from './rows.ts'
import type { Appointment, AppointmentChange, RescheduleInput } from './shapes.ts'
import { appointments } from './tables.ts'
import { tellPatient } from './telling.ts'
import { dayOf, mustBeAhead, readTime, zoneOf } from './times.ts'
import { slotFreed } from './waitlist-offers.ts'
import type { cancellers } from './words.ts'

/** Patients move their own as well: whose it is, and who may, was asked before. */
export async function inHand(caller: Caller, id: string, move?: Step): Promise<Row> {
  const row = await appointmentRecord.locked(caller, id)
  fresh(caller, row)
  if (move !== undefined) appointmentRecord.check(row, move)
  return row
}

export async function change(
  caller: Caller,
  id: string,
  input: AppointmentChange,
): Promise<Appointment> {
  const before = await inHand(caller, id)
  if (before.status === 'CANCELLED' || before.status === 'COMPLETED') {
    throw appointment_life.refusal(before.status, before.number)
  }
  await appointments.change({ hospital_id: caller.hospital_id, id }, input)
  record(caller, 'appointment.change', {
    entity_type: 'appointment',
    entity_id: id,
    entity_label: before.number,
    patient_id: before.patient_id,
    changes: difference(before, input),
  })
  if (input.remind === false) await dropReminders(caller, before)
  if (input.remind === true && !before.remind && before.status !== 'REQUESTED') {
    await planReminders(caller, { ...before, remind: true })
  }
  return view(caller, await appointmentRecord.get(caller, id))
}

/** Its place was held while it was asked for; it is looked at again all the same. */
export async function accept(caller: Caller, id: string): Promise<Appointment> {
  const before = await inHand(caller, id, 'accept')
  if (before.scheduled_for <= clock.instant()) throw conflict(past(before))
  await writable(caller, before.patient_id)
  await fitted_in(caller, await wantedAt(caller, before, before.scheduled_for, {}))
  const after = await appointmentRecord.moved(caller, before, 'accept')
  await announce(caller, after)
  return view(caller, after)
}

export async function confirm(caller: Caller, id: string): Promise<Appointment> {
  const before = await inHand(caller, id, 'confirm')
  if (before.scheduled_for <= clock.instant()) throw conflict(past(before))
  const changes = { confirmed_at: clock.instant(), needs_rebooking: false }
  return view(caller, await appointmentRecord.moved(caller, before, 'confirm', changes))
}

const past = ({ number }: Row): string => `The time of appointment ${number} has passed.`

export async function reschedule(
  caller: Caller,
  id: string,
  input: RescheduleInput,
  how: How = {},
): Promise<Appointment> {
  const before = await inHand(caller, id, 'reschedule')
  await writable(caller, before.patient_id)
  const start = readTime('scheduled_for', input.scheduled_for)
  mustBeAhead('scheduled_for', start)
  const wanted = {
    ...(await wantedAt(caller, before, start, input)),
    portal: how.portal !== undefined,
  }
  const fitted = await fitted_in(caller, wanted)
  const warnings = await ask(caller, wanted, fitted, how, input)
  const by = caller.name
  const at = clock.instant()
  const reschedules = [
    ...before.reschedules,
    { from: before.scheduled_for, to: start, by, at, reason: input.reason },
  ].slice(-50)
  const after = await appointmentRecord.moved(
    caller,
    before,
    'reschedule',
    {
      ...placeOf(wanted, fitted),
      reschedules,
      confirmed_at: null,
      needs_rebooking: false,
    },
    input.reason,
  )
  await dropReminders(caller, after)
  await planReminders(caller, after)
  await tellPatient(caller, after, 'APPOINTMENT_CHANGED')
  await slotFreed(caller, before)
  const shown = await view(caller, after)
  return how.portal === undefined ? { ...shown, warnings } : shown
}

/** The same appointment at another time, with another clinician where one is named. */
async function wantedAt(
  caller: Caller,
  row: Row,
  start: string,
  asked: { clinician_id?: string | null | undefined; duration_min?: number | null | undefined },
): Promise<Wanted> {
  const patient = await writable(caller, row.patient_id)
  const other = asked.clinician_id ?? null
  const moved = other !== null && other !== row.clinician_id
  const unscheduled = row.schedule_id === null
  return {
    facility_id: row.facility_id,
    zone: await zoneOf(caller, row.facility_id),
    start,
    duration_min: asked.duration_min ?? lengthOf(row),
    kind: row.kind,
    patient,
    clinician: moved
      ? await clinicianNamed(caller, { clinician_id: other })
      : { id: row.clinician_id, name: row.clinician_name },
    point:
      row.service_point_id === null || moved
        ? null
        : await servicePointRecord.get(caller, row.service_point_id),
    location:
      row.location_id !== null && unscheduled
        ? await locationRecord.get(caller, row.location_id)
        : null,
    department: moved ? null : row.department,
    portal: false,
    but: { appointment_id: row.id },
  }
}

const lengthOf = (row: Row): number =>
  Math.round((Date.parse(row.end_at) - Date.parse(row.scheduled_for)) / 60_000)

export async function complete(
  caller: Caller,
  id: string,
  note: string | null = null,
): Promise<Appointment> {
  const before = await inHand(caller, id)
  return view(caller, await appointmentRecord.moved(caller, before, 'complete', {}, note))
}

export async function noShow(
  caller: Caller,
  id: string,
  note: string | null = null,
): Promise<Appointment> {
  const before = await inHand(caller, id, 'no-show')
  if (before.scheduled_for > clock.instant()) {
    throw conflict(`Appointment ${before.number} has not begun yet.`)
  }
  return view(caller, await missed(caller, before, note))
}

export async function missed(caller: Caller, row: Row, note: string | null): Promise<Row> {
  await dropReminders(caller, row)
  const told = await tellPatient(caller, row, 'APPOINTMENT_MISSED')
  await trace(caller, row)
  const changes = { missed_contacted: told.status !== 'SUPPRESSED' }
  return appointmentRecord.moved(caller, row, 'no-show', changes, note)
}

/** 3.4: of programmes nobody is let go; somebody goes and asks. */
async function trace(caller: Caller, row: Row): Promise<void> {
  if (!traced_kinds.includes(row.kind)) return
  await openFollowUp(caller, {
    subject: `Missed appointment ${row.number}`,
    kind: 'TRACING',
    due_on: nextDay(await dayOf(caller, row.facility_id)),
    patient_id: row.patient_id,
  })
}
const traced_kinds: readonly Row['kind'][] = ['ANTENATAL', 'IMMUNISATION']

export async function cancel(
  caller: Caller,
  id: string,
  { reason, by }: { reason: string; by: (typeof cancellers)[number] },
): Promise<Appointment> {
  const before = await inHand(caller, id)
  const options = by === 'HOSPITAL' ? await nextFree(caller, before) : ''
  return view(caller, await cancelRow(caller, before, { reason, by, options }))
}

export async function cancelRow(
  caller: Caller,
  before: Row,
  asked: {
    reason: string
    by: (typeof cancellers)[number]
    /** Times that are free instead, for the message. */
    options?: string
    needs_rebooking?: boolean
  },
): Promise<Row> {
  const { reason, by, options = '', needs_rebooking = false } = asked
  const after = await appointmentRecord.moved(
    caller,
    before,
    'cancel',
    { cancelled_by: by, cancel_reason: reason, needs_rebooking },
    reason,
  )
  await dropReminders(caller, after)
  if (by === 'HOSPITAL') await tellPatient(caller, after, 'APPOINTMENT_CANCELLED', { options })
  if (!needs_rebooking) await slotFreed(caller, before)
  return after
}
