// The patient is here (APT-12): one transaction opens the visit and moves the appointment.

import type { Caller } from '../../../core/caller.ts'
import { clock, minutes } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { settingsOf } from '../patients/settings.ts'
import { openVisitRow } from '../visits/moves/open.ts'
import type { VisitKind } from '../visits/words.ts'
import * as visits from '../visits/visits.ts'
import { patientArrived } from '../../neighbours/theatre.ts'
import { inHand } from './moves.ts'
import { dropReminders } from './reminders.ts'
import { appointmentRecord, type Row, view } from './rows.ts'
import type { CheckedIn, CheckInInput } from './shapes.ts'
import { dayOf } from './times.ts'
import type { AppointmentKind } from './words.ts'

const visit_kinds: Record<AppointmentKind, VisitKind> = {
  CONSULTATION: 'OUTPATIENT',
  FOLLOW_UP: 'FOLLOW_UP',
  REVIEW: 'FOLLOW_UP',
  PROCEDURE: 'PROCEDURE',
  ANTENATAL: 'ANTENATAL',
  IMMUNISATION: 'IMMUNISATION',
  THEATRE: 'DAY_CASE',
}

export async function checkIn(caller: Caller, id: string, input: CheckInInput): Promise<CheckedIn> {
  const before = await inHand(caller, id, 'check in')
  if ((await dayOf(caller, before.facility_id)) !== before.local_day) {
    throw conflict(`This appointment is for ${before.local_day}.`, 'wrong_day')
  }
  const in_time = await isInTime(caller, before)
  const opened = await visitFor(caller, before, input)
  const after = await appointmentRecord.moved(caller, before, 'check in', {
    visit_id: opened.id,
    checked_in_at: clock.instant(),
    missed_contacted: false,
    needs_rebooking: false,
  })
  await dropReminders(caller, after)
  if (before.kind === 'THEATRE') {
    await patientArrived(caller, { appointment_id: id, visit_id: opened.id })
  }
  return {
    appointment: await view(caller, after),
    visit: opened,
    ticket: opened.ticket ?? null,
    in_time,
    warnings: [...(opened.warnings ?? []), ...(in_time ? [] : [late])],
  }
}

/** FRO-10, under the name that other areas ask for. */
export const checkInAppointment = (caller: Caller, id: string): Promise<CheckedIn> =>
  checkIn(caller, id, {})

const late = {
  gate: null,
  level: 'WARN',
  message: 'The patient came late: the priority of the appointment is lost.',
}

/** Up to so many minutes after the start. */
export async function isInTime(
  caller: Pick<Caller, 'hospital_id'>,
  { scheduled_for }: Pick<Row, 'scheduled_for'>,
): Promise<boolean> {
  const { appointment_late_minutes } = await settingsOf(caller)
  return clock.ms() <= Date.parse(scheduled_for) + minutes(appointment_late_minutes)
}

/** With a visit already open the same day that one is meant; else one is opened by kind. */
async function visitFor(caller: Caller, row: Row, input: CheckInInput) {
  const here = { ...caller, facility_id: row.facility_id }
  const open = await openVisitRow(caller, row.patient_id)
  if (open !== undefined && open.opened_on === row.local_day) {
    const linking = { ...here, expected_version: null }
    return visits.change(linking, open.id, { appointment_id: row.id })
  }
  return visits.open(here, {
    patient_id: row.patient_id,
    kind: visit_kinds[row.kind],
    reason: row.reason,
    department: row.department,
    clinician_id: row.clinician_id,
    appointment_id: row.id,
    referral_id: row.referral_id,
    service_point_id: input.service_point_id ?? null,
    ...(input.payer ? { payer: input.payer } : {}),
    ...(input.overrides === undefined ? {} : { overrides: input.overrides }),
  })
}
