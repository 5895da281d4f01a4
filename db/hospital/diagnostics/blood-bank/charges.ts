// What blood costs (BLD-62). It is never held back for money: nothing here asks for clearance.

import type { Caller } from '../../../core/caller.ts'
import { charge } from '../../money/billing/charges/charge.ts'
import { today } from '../../office/places/hours.ts'
import type { SampleRow } from './patients/record.ts'
import { blood_requests } from './requests/tables.ts'
import { settingsOf } from './settings/settings.ts'

export const test_source = 'BLOOD_TEST'
export const unit_source = 'BLOOD_UNIT'
export const category = 'Blood'

const named = { group: 'Blood group', screen: 'Antibody screen', crossmatch: 'Cross-match' }

interface Charged {
  patient_id: string
  visit_id: string | null
  admission_id: string | null
  department: string | null
  facility_id: string
}

/** Once for a sample and a kind of test; once for each cross-match. */
export async function chargeTest(
  caller: Caller,
  { id, request_id, patient_id, facility_id }: SampleRow,
  kind: 'group' | 'screen',
): Promise<void> {
  const { hospital_id } = caller
  const request =
    request_id === null ? undefined : await blood_requests.find({ hospital_id, id: request_id })
  const none = { visit_id: null, admission_id: null, department: null }
  await chargeOf(caller, { ...none, ...request, patient_id, facility_id }, kind, `${id}.${kind}`)
}

export async function chargeOf(
  caller: Caller,
  of: Charged,
  kind: keyof typeof named,
  source_id: string,
): Promise<void> {
  const code = (await settingsOf(caller)).tariffs[kind]
  if (code === null) return
  await charge(caller, {
    patient_id: of.patient_id,
    visit_id: of.visit_id,
    admission_id: of.admission_id,
    department: of.department,
    code,
    quantity: 1,
    source: test_source,
    source_id,
    description: named[kind],
    category,
    service_date: await today(caller, of.facility_id),
  })
}

export async function chargeUnit(
  caller: Caller,
  of: Charged,
  { code, source_id, description }: { code: string | null; source_id: string; description: string },
): Promise<void> {
  if (code === null) return
  await charge(caller, {
    patient_id: of.patient_id,
    visit_id: of.visit_id,
    admission_id: of.admission_id,
    department: of.department,
    code,
    quantity: 1,
    source: unit_source,
    source_id,
    description,
    category,
    service_date: await today(caller, of.facility_id),
  })
}
