// How urgent a patient is (FRO-10 setAcuity): on the visit, in the queue, and kept with who said so.

import type { Caller } from '../../caller.ts'
import { clock } from '../../clock.ts'
import { becameEmergency } from '../neighbours/appointments.ts'
import { signerOf } from '../neighbours/signing.ts'
import { rowOf as patientRow } from '../patients/rows.ts'
import { changed } from './display-feed.ts'
import { moved } from './events.ts'
import { classFor } from './priority.ts'
import { alreadyClosed, isOpen, locked, openEntry, type Visit } from './rows.ts'
import { queue_entries, visit_triages } from './tables.ts'
import { acuities } from './words.ts'

export interface Acuity {
  visit_id: string
  triage_category: number
  reason: string
  discriminators?: readonly string[]
  vitals_id?: string | null
  /** The area of emergencies sets it itself: it is asked of nobody again (EMG-16). */
  emergency?: boolean
}

export async function setAcuity(caller: Caller, asked: Acuity): Promise<Visit> {
  const { hospital_id } = caller
  const before = await locked(caller, asked.visit_id)
  if (!isOpen(before)) throw alreadyClosed()
  const { triage_category } = asked
  const patient = await patientRow(caller, before.patient_id)
  const { priority, priority_reason } = await classFor(caller, {
    patient,
    facility_id: before.facility_id,
    triage_category,
    appointment: before.priority_reason === 'APPOINTMENT',
  })
  const signer = await signerOf(caller)
  await visit_triages.insert({
    hospital_id,
    visit_id: before.id,
    patient_id: before.patient_id,
    triage_category,
    discriminators: [...(asked.discriminators ?? [])],
    note: asked.reason.slice(0, 500),
    vitals_id: asked.vitals_id ?? null,
    at: clock.instant(),
    user_id: caller.user_id,
    staff_id: signer.staff_id,
    by_name: signer.name.slice(0, 160),
  })
  const acuity = acuities[triage_category - 1] ?? null
  const after = await moved(
    caller,
    before,
    'triage',
    { triage_category, acuity, priority, priority_reason },
    { kind: 'TRIAGE', reason: asked.reason, detail: { triage_category } },
  )
  await inQueue(caller, after)
  if (triage_category <= 2 && asked.emergency !== true && before.visit_class !== 'EMERGENCY') {
    await becameEmergency(caller, {
      visit_id: before.id,
      triage_category: triage_category as 1 | 2,
      presenting_complaint: before.reason,
    })
  }
  return after
}

/** The class moves with the patient, wherever he waits. */
async function inQueue(caller: Caller, { id, priority, priority_reason }: Visit): Promise<void> {
  const entry = await openEntry(caller, id)
  if (entry === undefined) return
  await queue_entries.change(
    { hospital_id: caller.hospital_id, id: entry.id },
    { priority, priority_reason },
  )
  changed(caller, entry.service_point_id)
}
