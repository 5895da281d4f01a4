// How an emergency ends (EMG-12 to EMG-14): what must be there, the gates, and what follows.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { type Practising, practisingSigner } from '../amendments/practising.ts'
import { gate } from '../gates/gate.ts'
import type { GateResult } from '../gates/shapes.ts'
import { type Admission, admitPatient } from '../../neighbours/bedside.ts'
import { receiveBody } from '../../neighbours/emergencies.ts'
import { addTask } from '../../neighbours/to-care.ts'
import { markDeceased } from '../patients/record/deaths.ts'
import { patientRecord, writable, type Row as Patient } from '../patients/rows.ts'
import { referralRecord } from '../referrals/record.ts'
import { leave } from '../referrals/travel.ts'
import { leaveEmergency, queueAt } from '../visits/for-areas.ts'
import { checkOutNow, closeVisit } from '../visits/moves/close.ts'
import { isOpen, visitRecord, type Visit } from '../visits/rows.ts'
import { momentOf } from '../vitals/read-input.ts'
import { emergencyRecord, type Row } from './emergencies.ts'
import type { DisposeInput } from './shapes.ts'
import { before_triage, type Disposition } from './words.ts'

export interface Ended {
  row: Row
  visit: Visit
  admission: Admission | null
  warnings: GateResult[]
}

export async function dispose(caller: Caller, id: string, input: DisposeInput): Promise<Ended> {
  const signer = await practisingSigner(caller)
  const before = await emergencyRecord.begin(caller, id, 'dispose')
  mayEnd(before, input.disposition)
  const patient = await writable(caller, before.patient_id)
  whatIsNeeded(before, input, patient)
  const visit = await visitRecord.locked(caller, before.visit_id)
  const passed = await gates(caller, before, visit, input)
  const row = await emergencyRecord.moved(
    caller,
    before,
    'dispose',
    {
      disposition: input.disposition,
      disposition_note: input.note || null,
      unidentified_reason: input.unidentified_reason ?? null,
      disposed_at: clock.instant(),
      disposed_by: signer.name.slice(0, 160),
      next_retriage_at: null,
      next_observation_at: null,
    },
    input.note || null,
  )
  const { admission, warnings } = await follow(caller, row, visit, input, signer)
  return {
    row,
    visit: await visitRecord.get(caller, visit.id),
    admission,
    warnings: [...passed, ...warnings],
  }
}

function mayEnd(row: Row, disposition: Disposition): void {
  if (row.status === 'ARRIVED' && !before_triage.includes(disposition)) {
    throw conflict(
      `Emergency ${row.number} is ARRIVED: triage first, or end it as ${before_triage.join(', ')}.`,
      'state',
    )
  }
}

/** EMG-12, EMG-14. */
function whatIsNeeded(row: Row, input: DisposeInput, patient: Patient): void {
  const { disposition, note } = input
  const missing = (field: string): never => {
    throw invalid(field, `is required with ${disposition}.`)
  }
  if (disposition === 'ADMITTED' && !input.ward_id) missing('ward_id')
  if (disposition === 'REFERRED' && !input.referral_id) missing('referral_id')
  if (disposition === 'DIED' && !input.died_at) missing('died_at')
  if (disposition === 'TO_CLINIC' && !input.service_point_id) missing('service_point_id')
  if ((disposition === 'LEFT_AGAINST_ADVICE' || disposition === 'ABSCONDED') && !note) {
    missing('note')
  }
  if (disposition === 'TO_CLINIC') fitForClinic(row, note)
  const unknown = patient.identity === 'UNKNOWN' && disposition === 'DISCHARGED'
  if (unknown && !input.unidentified_reason) {
    throw conflict('Identify this patient or give a reason.')
  }
}

function fitForClinic({ triage_category }: Row, note: string | null | undefined): void {
  if (triage_category === null || triage_category >= 4) return
  if (triage_category === 3 && note) return
  if (triage_category === 3) throw invalid('note', 'is required to send category 3 to a clinic.')
  throw conflict('Category 1 and 2 are not sent to a clinic.')
}

const gates = (
  caller: Caller,
  row: Row,
  visit: Visit,
  { disposition, overrides }: DisposeInput,
): Promise<GateResult[]> =>
  gate(caller, {
    action: 'emergency.dispose',
    subject: { emergency: row, visit, disposition },
    facts: { departments: visit.department },
    overrides,
    entity: {
      type: 'emergency',
      id: row.id,
      patient_id: row.patient_id,
      visit_id: visit.id,
    },
  })

interface Followed {
  admission: Admission | null
  warnings: GateResult[]
}
const nothing_more: Followed = { admission: null, warnings: [] }

/** EMG-13. */
async function follow(
  caller: Caller,
  row: Row,
  visit: Visit,
  input: DisposeInput,
  signer: Practising,
): Promise<Followed> {
  switch (input.disposition) {
    case 'ADMITTED':
      return admit(caller, row, input)
    case 'REFERRED':
      return refer(caller, row, input)
    case 'DIED':
    case 'DEAD_ON_ARRIVAL':
      return die(caller, row, input, signer)
    case 'TO_CLINIC':
      return toClinic(caller, visit, input)
    case 'DISCHARGED':
    case 'LEFT_AGAINST_ADVICE':
    case 'ABSCONDED':
      return checkOut(caller, row, visit, input)
  }
}

async function admit(caller: Caller, row: Row, input: DisposeInput): Promise<Followed> {
  const admission = await admitPatient(caller, {
    patient_id: row.patient_id,
    visit_id: row.visit_id,
    ward_id: input.ward_id ?? '',
    emergency_id: row.id,
    reason: row.presenting_complaint,
    overrides: input.overrides,
    source: 'emergency',
    source_id: row.id,
  })
  if (admission === null) throw conflict('No wards are kept here yet: nobody can be admitted.')
  return { admission, warnings: [] }
}

async function refer(caller: Caller, row: Row, input: DisposeInput): Promise<Followed> {
  const referral = await referralRecord.locked(caller, input.referral_id ?? '')
  const { warnings } = await leave(caller, referral, { overrides: input.overrides ?? [] })
  await closeVisit(caller, { visit_id: row.visit_id, outcome: 'REFERRED', note: row.number })
  return { admission: null, warnings }
}

/** The death ends the visit, and everything else that was open. */
async function die(
  caller: Caller,
  row: Row,
  input: DisposeInput,
  signer: Practising,
): Promise<Followed> {
  const patient = await patientRecord.get(caller, row.patient_id)
  const died_at = momentOf('died_at', input.died_at ?? row.arrived_at, patient.birth_date, 'told')
  await markDeceased(caller, {
    patient_id: row.patient_id,
    died_at,
    place: input.disposition === 'DIED' ? 'EMERGENCY' : 'ON_ARRIVAL',
    confirmed_by: signer.name,
    cause: input.cause || null,
  })
  await receiveBody(caller, {
    patient_id: row.patient_id,
    emergency_id: row.id,
    source: 'emergency',
    died_at,
  })
  return nothing_more
}

async function toClinic(caller: Caller, visit: Visit, input: DisposeInput): Promise<Followed> {
  await leaveEmergency(caller, visit.id)
  await queueAt(caller, { visit_id: visit.id, service_point_id: input.service_point_id ?? '' })
  return nothing_more
}

async function checkOut(
  caller: Caller,
  row: Row,
  visit: Visit,
  input: DisposeInput,
): Promise<Followed> {
  const { disposition } = input
  if (disposition !== 'DISCHARGED') await callBack(caller, row)
  if (!isOpen(visit)) return nothing_more
  const outcome =
    disposition === 'LEFT_AGAINST_ADVICE' || disposition === 'ABSCONDED' ? disposition : 'TREATED'
  const { warnings } = await checkOutNow(caller, await visitRecord.locked(caller, visit.id), {
    outcome,
    note: input.note?.slice(0, 500) ?? null,
    ...(input.follow_up ? { follow_up: input.follow_up } : {}),
    overrides: input.overrides ?? [],
  })
  return { admission: null, warnings: warnings.filter(isGate) }
}

/** Who should not have left is called back. */
async function callBack(caller: Caller, row: Row): Promise<void> {
  const { id, number, patient_id, triage_category } = row
  if (triage_category === null || triage_category > 2) return
  await addTask(caller, {
    patient_id,
    task: `Call back: left emergency ${number} in category ${triage_category}`,
    source: 'emergency',
    source_id: id,
  })
}

const isGate = (one: object): one is GateResult => 'may_override' in one

/** A referral departs by itself: the emergency ends with it (REF-4). True when there was one. */
export async function departed(
  caller: Caller,
  row: Row | undefined,
  referral_id: string,
): Promise<boolean> {
  if (row === undefined) return false
  const before = await emergencyRecord.locked(caller, row.id)
  if (before.status === 'ARRIVED') return false
  await emergencyRecord.moved(caller, before, 'dispose', {
    disposition: 'REFERRED',
    referral_id,
    disposed_at: clock.instant(),
    disposed_by: caller.name,
    next_retriage_at: null,
    next_observation_at: null,
  })
  await closeVisit(caller, { visit_id: row.visit_id, outcome: 'REFERRED', note: row.number })
  return true
}

/** A death recorded elsewhere ends an emergency too (PAT-24). */
export async function endedByDeath(caller: Caller, row: Row): Promise<string> {
  await emergencyRecord.moved(caller, row, 'dispose', {
    disposition: 'DIED',
    disposed_at: clock.instant(),
    disposed_by: caller.name,
    next_retriage_at: null,
    next_observation_at: null,
  })
  return row.number
}
