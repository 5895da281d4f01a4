// How a visit ends: checked out, cancelled, closed by another area or by the clock (3.2).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { row } from '../../../../store/connection.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { fresh } from '../../../../core/versions.ts'
import {
  appointmentFreed,
  appointmentKept,
  bookFollowUp,
  referralSent,
} from '../../../neighbours/appointments.ts'
import { type Charged, unchargeVisit, visitClosed } from '../../../neighbours/billing.ts'
import { clinicalOn } from '../../../neighbours/care.ts'
import { ordersOn } from '../../../neighbours/diagnostics.ts'
import { messagePatient } from '../../../neighbours/patient-messages.ts'
import { vitalsOn } from '../../../neighbours/vitals.ts'
import { today } from '../../../office/places/hours.ts'
import { finish } from '../queue/entries.ts'
import { moved } from './events.ts'
import { passGates } from './gating.ts'
import { type Gone, leave } from './go.ts'
import { visit_life } from '../life.ts'
import { attendanceOf } from './attendance.ts'
import { alreadyClosed, isOpen, visitRecord, mustBe, openEntry, type Visit } from '../rows.ts'
import type { CheckOutInput } from '../shapes.ts'
import { visits } from '../tables.ts'
import type { Outcome } from '../words.ts'

export interface Closed extends Gone {
  appointment?: { id: string; number: string; scheduled_for: string } | null
}

export async function checkOut(caller: Caller, id: string, input: CheckOutInput): Promise<Closed> {
  const visit = await visitRecord.locked(caller, id)
  if (!isOpen(visit)) throw alreadyClosed()
  await mustBe(caller, visit, input.expected_state)
  fresh(caller, visit)
  visit_life.move('check out', visit.status, visit.number)
  return checkOutNow(caller, visit, input)
}

export async function checkOutNow(
  caller: Caller,
  visit: Visit,
  input: CheckOutInput,
): Promise<Closed> {
  const outcome = input.outcome ?? 'TREATED'
  await mayEndSo(caller, visit, outcome, input.note)
  const warnings = await passGates(caller, 'visit.close', visit, null, input.overrides)
  const { follow_up } = input
  const appointment = follow_up
    ? await bookFollowUp(caller, {
        patient_id: visit.patient_id,
        visit_id: visit.id,
        ...follow_up,
      })
    : undefined
  const after = await end(caller, visit, 'check out', {
    outcome,
    outcome_note: input.note || null,
    ...(follow_up ? { follow_up_on: follow_up.on } : {}),
  })
  await thank(caller, after)
  return {
    visit: after,
    entry: null,
    warnings,
    ...(appointment === undefined ? {} : { appointment }),
  }
}

/**
 * PTM-3: who was seen to the end is thanked. A visit that is nobody else's business leaves no trace on
 * a telephone that others read (PRV-8).
 */
async function thank(
  caller: Caller,
  { id, patient_id, outcome, restricted }: Visit,
): Promise<void> {
  if (restricted || (outcome !== 'TREATED' && outcome !== 'REFERRED')) return
  await messagePatient(caller, {
    patient_id,
    template: 'VISIT_THANKS',
    data: {},
    entity: { type: 'visit', id },
  })
}

/** VIS-14. */
async function mayEndSo(
  caller: Caller,
  visit: Visit,
  outcome: Outcome,
  said: string | null | undefined,
): Promise<void> {
  if (outcome === 'DIED') throw conflict('Record the death on the patient.')
  if (outcome === 'AUTO_CLOSED' || outcome === 'ADMITTED') {
    throw invalid('outcome', 'is not one that a check-out gives.')
  }
  if (outcome === 'LEFT_BEFORE_SEEN' && visit.seen_by_clinician_at !== null) {
    throw conflict('A clinician has seen this patient: choose another outcome.')
  }
  if ((outcome === 'LEFT_AGAINST_ADVICE' || outcome === 'ABSCONDED') && !said) {
    throw invalid('note', `is required with ${outcome}.`)
  }
  if (outcome === 'REFERRED' && (await referralSent(caller, visit.id)) === false) {
    throw conflict('No referral was sent for this visit: send it first.')
  }
}

/** Closes the entry, fixes all times, tells billing. */
async function end(
  caller: Caller,
  visit: Visit,
  move: string,
  changes: Partial<Visit>,
  reason?: string | null,
): Promise<Visit> {
  await leave(caller, visit)
  const after = await moved(
    caller,
    visit,
    move,
    {
      ...changes,
      status: 'CHECKED_OUT',
      stage: null,
      service_point_id: null,
      wanted_point_id: null,
      queue_entry_id: null,
      hold_reason: null,
      waiting_since: null,
      closed_at: clock.instant(),
      closed_by: caller.name,
    },
    { reason },
  )
  await visitClosed(caller, visit.id)
  const { id: visit_id, appointment_id } = visit
  if (appointment_id !== null) await appointmentKept(caller, { appointment_id, visit_id })
  return after
}

/** FRO-10: death, discharge, the end of an emergency. */
export async function closeVisit(
  caller: Caller,
  asked: { visit_id: string; outcome: Outcome; note?: string | null },
): Promise<Visit> {
  const visit = await visitRecord.locked(caller, asked.visit_id)
  if (!isOpen(visit)) throw alreadyClosed()
  return end(
    caller,
    visit,
    'close',
    { outcome: asked.outcome, outcome_note: asked.note ?? null },
    asked.note,
  )
}

/** VIS-2, VIS-17: nobody has touched it for hours. */
export async function closeStale(caller: Caller, seen: Visit): Promise<Visit> {
  const visit = await visitRecord.locked(caller, seen.id)
  const outcome = visit.seen_by_clinician_at === null ? 'LEFT_BEFORE_SEEN' : 'AUTO_CLOSED'
  return end(caller, visit, 'auto close', { outcome }, 'Nobody has touched it for hours')
}

export async function cancel(
  caller: Caller,
  id: string,
  input: { reason: string; expected_state?: string | null | undefined },
): Promise<{ visit: Visit; uncharged: Charged[] }> {
  const visit = await visitRecord.locked(caller, id)
  if (!isOpen(visit)) throw alreadyClosed()
  await mustBe(caller, visit, input.expected_state)
  fresh(caller, visit)
  visit_life.move('cancel', visit.status, visit.number)
  await mustBeEmpty(caller, visit)
  const entry = await openEntry(caller, visit.id)
  if (entry !== undefined) await finish(caller, entry, 'CANCELLED')
  const { reason } = input
  const { cancelled } = await unchargeVisit(caller, { visit_id: id, reason })
  if (visit.appointment_id !== null) {
    await appointmentFreed(caller, { appointment_id: visit.appointment_id, visit_id: id })
  }
  const after = await moved(
    caller,
    visit,
    'cancel',
    {
      status: 'CANCELLED',
      stage: null,
      service_point_id: null,
      wanted_point_id: null,
      queue_entry_id: null,
      hold_reason: null,
      waiting_since: null,
      cancel_reason: reason,
      closed_at: clock.instant(),
      closed_by: caller.name,
    },
    { reason },
  )
  await correctAttendance(caller, visit)
  return { visit: after, uncharged: cancelled }
}

/** VIS-15. */
async function mustBeEmpty(caller: Caller, visit: Visit): Promise<void> {
  const found = [
    { label: 'vitals', count: await vitalsOn(caller, visit.id) },
    { label: 'orders', count: await ordersOn(caller, visit.id) },
    ...(await clinicalOn(caller, visit.id)),
  ].filter(({ count }) => count > 0)
  if (found.length === 0) return
  const words = found.map(({ label, count }) =>
    // `vitals` is one word for one or many.
    count === 1 && label !== 'vitals' ? `1 ${label.replace(/s$/, '')}` : `${count} ${label}`,
  )
  throw conflict(`Visit ${visit.number} has ${words.join(', ')}: check it out instead.`)
}

/** VIS-7: the visit that came second that day was the first after all. */
async function correctAttendance(caller: Caller, cancelled: Visit): Promise<void> {
  const { hospital_id } = caller
  const day = await today(caller, cancelled.facility_id)
  if (cancelled.attendance !== 'NEW' || cancelled.opened_on !== day) return
  const later = await row<{ id: string }>(
    sql`select id from visits where hospital_id = ${hospital_id}
      and patient_id = ${cancelled.patient_id} and facility_id = ${cancelled.facility_id}
      and opened_on >= ${day} and status <> 'CANCELLED' and id <> ${cancelled.id}
      order by opened_at limit 1`,
  )
  if (later === undefined) return
  const attendance = await attendanceOf(
    caller,
    { patient_id: cancelled.patient_id, facility_id: cancelled.facility_id, day },
    later.id,
  )
  await visits.change({ hospital_id, id: later.id }, { attendance })
}
