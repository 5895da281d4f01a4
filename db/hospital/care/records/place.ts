// Where a clinical record belongs, and when it happened (CAR-3 to CAR-6).

import { type Caller, can } from '../../../core/caller.ts'
import { clock, dayIn, days, hours } from '../../../core/clock.ts'
import { conflict, invalid, notPermitted } from '../../../core/refusal.ts'
import { openVisitRow } from '../../desk/visits/moves/open.ts'
import { isOpen, type Visit, visitRecord } from '../../desk/visits/rows.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { clinicalOf } from '../clinical/settings.ts'
import { admissionRecord, liveOf, type Row as Admission } from '../wards/admissions/record.ts'
import { zoneOf } from '../../office/places/hours.ts'

export interface PlaceAsked {
  visit_id?: string | null | undefined
  admission_id?: string | null | undefined
  late_reason?: string | null | undefined
  /** A summary is written whenever it is written (CAR-4). */
  whenever?: boolean
}

export interface Place {
  facility_id: string
  visit_id: string | null
  admission_id: string | null
  place_id: string
  department: string | null
  /** When the stay began, where it is one. */
  since: string | null
}

/** What was named, else the stay that goes on, else the open visit. */
export async function placeOf(caller: Caller, patient: Patient, asked: PlaceAsked): Promise<Place> {
  const place = await placeIfAny(caller, patient, asked)
  if (place === undefined) {
    throw conflict(`${patient.full_name} has no open visit: open one first.`, 'no_visit')
  }
  return place
}

/** Of what needs no visit (CAR-3). */
export async function placeIfAny(
  caller: Caller,
  patient: Patient,
  asked: PlaceAsked,
): Promise<Place | undefined> {
  if (asked.admission_id) return stayNamed(caller, patient, asked.admission_id, asked)
  if (asked.visit_id) return visitNamed(caller, patient, asked.visit_id, asked)
  const stay = await liveOf(caller, patient.id)
  if (stay !== undefined && stay.admitted_at !== null) return placeOfStay(stay)
  const visit = await openVisitRow(caller, patient.id)
  return visit === undefined ? undefined : placeOfVisit(visit)
}

async function stayNamed(
  caller: Caller,
  patient: Patient,
  id: string,
  asked: PlaceAsked,
): Promise<Place> {
  const stay = await admissionRecord.get(caller, id)
  if (stay.patient_id !== patient.id) {
    throw invalid('admission_id', 'is not an admission of this patient.')
  }
  if (asked.visit_id && asked.visit_id !== stay.visit_id) {
    throw invalid('visit_id', 'is not the visit of this admission.')
  }
  if (stay.left_at !== null) {
    await late(caller, 'admission', { ...stay, ended_at: stay.left_at }, asked)
  }
  return placeOfStay(stay)
}

async function visitNamed(
  caller: Caller,
  patient: Patient,
  id: string,
  asked: PlaceAsked,
): Promise<Place> {
  const visit = await visitRecord.get(caller, id)
  if (visit.patient_id !== patient.id) {
    throw invalid('visit_id', 'is not a visit of this patient.')
  }
  if (!isOpen(visit))
    await late(caller, 'visit', { ...visit, ended_at: visit.closed_at ?? visit.opened_at }, asked)
  return placeOfVisit(visit)
}

/** CAR-4: afterwards with a reason, by who holds the right to it, and not for ever. */
async function late(
  caller: Caller,
  what: 'visit' | 'admission',
  { facility_id, ended_at }: { facility_id: string; ended_at: string },
  { late_reason, whenever }: PlaceAsked,
): Promise<void> {
  if (whenever === true) return
  const { late_entry_max_days } = await clinicalOf(caller)
  if (clock.ms() - Date.parse(ended_at) > days(late_entry_max_days)) {
    const on = dayIn(await zoneOf(caller, facility_id), new Date(ended_at))
    throw conflict(`This ${what} ended on ${on}: write on a new visit.`, 'too_late')
  }
  if (!can(caller, 'record:late')) throw notPermitted('record:late')
  if (!late_reason) throw invalid('late_reason', `is required: the ${what} has ended.`)
}

const placeOfStay = (stay: Admission): Place => ({
  facility_id: stay.facility_id,
  visit_id: stay.visit_id,
  admission_id: stay.id,
  place_id: stay.id,
  department: stay.department,
  since: stay.admitted_at,
})

const placeOfVisit = (visit: Visit): Place => ({
  facility_id: visit.facility_id,
  visit_id: visit.id,
  admission_id: visit.admission_id,
  place_id: visit.admission_id ?? visit.id,
  department: visit.department,
  since: null,
})

/** CAR-5: never ahead, never before the birth; of long ago the gate BACKDATED asks. */
export function occurredAt(
  typed: string | null | undefined,
  { birth_date }: Pick<Patient, 'birth_date'>,
  { since = null, field = 'occurred_at' }: { since?: string | null; field?: string } = {},
): string {
  if (typed === undefined || typed === null) return clock.instant()
  const at = new Date(typed).toISOString()
  if (Date.parse(at) > clock.ms() + ahead) throw invalid(field, 'is in the future.')
  // The day of birth begins in the hospital's zone, not in Greenwich.
  if (birth_date !== null && Date.parse(at) < Date.parse(birth_date) - hours(24)) {
    throw invalid(field, 'is before the patient was born.')
  }
  if (since !== null && at < since) throw invalid(field, 'is before the admission.')
  return at
}

const ahead = 2 * 60 * 1000
