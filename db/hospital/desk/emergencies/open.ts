// Taking in an emergency (EMG-1 to EMG-3, EMG-9, EMG-16): patient, visit and emergency in one
// transaction, and nothing about money is asked.

import { madeBefore } from '../../../store/made-before.ts'
import { type Caller, can } from '../../../core/caller.ts'
import { newId, isId } from '../../../core/ids.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../core/refusal.ts'
import { phone } from '../../office/hospitals/hospitals.ts'
import { admissionOf } from '../../neighbours/care.ts'
import { staffOf } from '../../neighbours/people.ts'
import { markDeceased } from '../patients/record/deaths.ts'
import { writable, patientRecord, type Row as Patient } from '../patients/rows.ts'
import { registerUnknown } from '../patients/register/unknown.ts'
import { momentOf } from '../vitals/read-input.ts'
import { queueAt, setEmergency } from '../visits/for-areas.ts'
import { openVisit, openVisitRow } from '../visits/moves/open.ts'
import { isOpen, visitRecord, type Visit } from '../visits/rows.ts'
import { nearest } from '../visits/queue/targets.ts'
import { prioritise } from '../visits/moves/triage.ts'
import { referralRecord } from '../referrals/record.ts'
import { type Row, emergencyRecord } from './emergencies.ts'
import { incidentRecord } from './incident-rows.ts'
import type { EmergencyInput } from './shapes.ts'
import { emergencies } from './tables.ts'
import { tellTriage } from './telling.ts'
import { categorise } from './triage.ts'
import { protect } from './violence.ts'
import { violent } from './words.ts'
import { categorised } from './categories.ts'

export interface Opened {
  row: Row
  visit: Visit
}

/** FRO-10: for other areas and for the door alike. */
export async function openEmergency(caller: Caller, input: EmergencyInput): Promise<Opened> {
  const known = await already(caller, input.id)
  if (known !== undefined)
    return { row: known, visit: await visitRecord.get(caller, known.visit_id) }
  const { facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  who(input)
  const patient = await patientFor(caller, input)
  const arrived_at = momentOf(
    'arrived_at',
    input.arrived_at,
    patient.status === 'TEMPORARY' ? null : patient.birth_date,
    input.late_entry_reason,
  )
  const fields = await fieldsOf(caller, input)
  const id = input.id ?? newId()
  const before = await visitFor(caller, patient, input, arrived_at)
  const row = await emergencyRecord.created(caller, {
    ...fields,
    id,
    facility_id,
    visit_id: before.id,
    patient_id: patient.id,
    department: before.department,
    arrived_at,
  })
  const restricted = violent.includes(row.category)
  const visit = await setEmergency(caller, { visit_id: before.id, emergency_id: id, restricted })
  await toTheFront(caller, visit)
  const last = await beginning(caller, row, input, patient)
  return { row: last, visit: await visitRecord.get(caller, visit.id) }
}

async function already(caller: Caller, id: string | undefined) {
  if (!(await madeBefore(caller, emergencies, id))) return undefined
  return emergencies.find({ hospital_id: caller.hospital_id, id })
}

/** EMG-1. */
function who({ patient_id, unknown_label }: EmergencyInput): void {
  if (patient_id && unknown_label) {
    throw new Refusal(400, 'invalid', 'Give either patient_id or unknown_label.', {
      field: 'unknown_label',
    })
  }
  if (!patient_id && !unknown_label) {
    throw new Refusal(
      400,
      'invalid',
      'Give the patient (patient_id) or, when the person is not known, a label (unknown_label).',
      { field: 'patient_id' },
    )
  }
}

async function patientFor(caller: Caller, input: EmergencyInput): Promise<Patient> {
  if (!input.patient_id) {
    const { id } = await registerUnknown(caller, {
      unknown_label: input.unknown_label ?? '',
      ...(input.sex === undefined ? {} : { sex: input.sex }),
      ...(input.age_band === undefined ? {} : { age_band: input.age_band }),
      police_case: input.police_case ?? false,
      found_by: input.brought_by?.slice(0, 120) ?? null,
    })
    return patientRecord.get(caller, id)
  }
  const patient = await writable(caller, input.patient_id)
  await mustBeFree(caller, patient)
  return patient
}

/** EMG-2. */
export async function mustBeFree(caller: Caller, patient: Patient): Promise<void> {
  const { hospital_id } = caller
  const open = await openEmergencyOf({ hospital_id }, patient.id)
  if (open !== undefined) {
    throw conflict(`${patient.full_name} already has emergency ${open.number} open.`, 'state')
  }
  const admission = await admissionOf(caller, patient.id)
  if (admission === null) return
  const bed = admission.bed === null ? '' : `, bed ${admission.bed}`
  throw conflict(
    `${patient.full_name} is admitted in ${admission.ward}${bed}. Order services from the ward instead.`,
  )
}

export const openEmergencyOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<Row | undefined> =>
  emergencies.find({
    hospital_id,
    patient_id,
    status: ['ARRIVED', 'TRIAGED', 'IN_TREATMENT', 'OBSERVATION'],
  })

async function fieldsOf(caller: Caller, input: EmergencyInput) {
  if (typeof input.referral_id === 'string') await referralRecord.get(caller, input.referral_id)
  if (typeof input.casualty_incident_id === 'string') {
    await incidentRecord.get(caller, input.casualty_incident_id)
  }
  return {
    arrival_mode: input.arrival_mode ?? ('WALK_IN' as const),
    ...categorised(input.category ?? 'MEDICAL'),
    presenting_complaint: input.presenting_complaint || null,
    brought_by: input.brought_by || null,
    brought_by_phone: input.brought_by_phone
      ? await phone(caller, 'brought_by_phone', input.brought_by_phone)
      : null,
    brought_by_relationship: input.brought_by_relationship || null,
    incident_place: input.incident_place || null,
    incident_at: input.incident_at ? new Date(input.incident_at).toISOString() : null,
    dead_on_arrival: input.dead_on_arrival ?? false,
    pregnant: input.pregnant ?? null,
    casualty_incident_id: input.casualty_incident_id ?? null,
    tag: input.tag || null,
    ambulance_trip_id: isId(input.ambulance_trip_id) ? input.ambulance_trip_id : null,
    referral_id: input.referral_id ?? null,
    police: input.police_case === true ? police_case : null,
  }
}

const police_case = {
  case: true,
  form_no: null,
  station: null,
  officer: null,
  officer_phone: null,
  given_at: null,
} as const

/** The visit that was named, the one that is open, or a new one of kind EMERGENCY. */
async function visitFor(
  caller: Caller,
  patient: Patient,
  input: EmergencyInput,
  arrived_at: string,
): Promise<Visit> {
  if (typeof input.visit_id === 'string') {
    const visit = await visitRecord.get(caller, input.visit_id)
    if (visit.patient_id !== patient.id) throw noSuch('visit')
    if (!isOpen(visit)) throw conflict('This visit is already closed.', 'state')
    return visit
  }
  const open = await openVisitRow(caller, patient.id)
  if (open !== undefined) return open
  const { visit } = await openVisit(caller, {
    patient_id: patient.id,
    kind: 'EMERGENCY',
    reason: input.presenting_complaint?.slice(0, 500) ?? null,
    arrived_at,
    late_entry_reason: input.late_entry_reason ?? null,
    ...(input.referral_id ? { referral_id: input.referral_id } : {}),
  })
  return visit
}

/** EMG-2: first of those who wait at the emergency point, wherever the patient was before. */
export async function toTheFront(caller: Caller, visit: Visit): Promise<void> {
  const by: Caller = { ...caller, expected_version: null }
  if (visit.priority !== 1) {
    await prioritise(by, visit.id, { priority: 1, reason: 'An emergency' })
  }
  if (visit.stage === 'EMERGENCY') return
  const point = await nearest(caller, visit, ['EMERGENCY'])
  if (point === undefined) return
  await queueAt(by, { visit_id: visit.id, service_point_id: point.id })
}

/** What a first category, a death or a violence asks for at once. */
async function beginning(
  caller: Caller,
  row: Row,
  input: EmergencyInput,
  patient: Patient,
): Promise<Row> {
  await protect(caller, row)
  if (row.dead_on_arrival) return deadOnArrival(caller, row, patient)
  if (typeof input.triage_category === 'number') {
    const may = can(caller, 'emergency:triage') && (await staffOf(caller)) !== null
    return categorise(caller, row, {
      triage_category: input.triage_category,
      provisional: !may,
    })
  }
  await tellTriage(caller, row, 'somebody has arrived.')
  return row
}

/** EMG-3. */
async function deadOnArrival(caller: Caller, row: Row, patient: Patient): Promise<Row> {
  const after = await emergencyRecord.moved(caller, row, 'dispose', {
    disposition: 'DEAD_ON_ARRIVAL',
    disposed_at: row.arrived_at,
    disposed_by: caller.name,
  })
  await markDeceased(caller, {
    patient_id: patient.id,
    died_at: row.arrived_at,
    place: 'ON_ARRIVAL',
    confirmed_by: caller.name,
  })
  return after
}

/** EMG-16, and arrivals with a referral: the number and where it is. */
export async function briefly(caller: Caller, input: EmergencyInput) {
  const { row } = await openEmergency(caller, input)
  const { id, number, visit_id } = await emergencyRecord.get(caller, row.id)
  return { id, number, visit_id }
}
