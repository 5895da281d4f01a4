// Consents to acts of care as they come in and go out (2.4, 5.3); without a form in this step (ruling 39).

import {
  choice,
  Day,
  form,
  Id,
  listOf,
  named,
  nullable,
  nullAsAbsent,
  optional,
  Reason,
  shape,
  type Static,
  Text,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { PatientRow } from '../../desk/patients/shapes.ts'
import { History } from '../../history.ts'
import { lateralities } from '../records/words.ts'
import { care_consents } from './tables.ts'
import {
  care_consent_kinds,
  care_consent_moves,
  care_consent_states,
  signatory_relations,
} from './words.ts'

const consent = fieldsOf(care_consents)
const text = (max: number) => optional(nullable(Text(0, max)))
const some_id = optional(nullable(Id))

export const CareConsentInput = named(
  'CareConsentInput',
  form({
    id: optional(Id),
    patient_id: Id,
    kind: choice(care_consent_kinds),
    procedure_code: text(40),
    side: optional(nullable(choice(lateralities))),
    status: optional(nullAsAbsent(choice(['GIVEN', 'REFUSED'] as const))),
    signatory_name: Text(2, 160),
    signatory_relation: choice(signatory_relations),
    second_doctor_id: some_id,
    reason: text(500),
    thumbprint_photo_id: some_id,
    language: optional(nullAsAbsent(Text(2, 8))),
    interpreter: text(160),
    witness_staff_id: some_id,
    explained_by_id: some_id,
    expires_on: optional(nullable(Day)),
    visit_id: some_id,
    admission_id: some_id,
  }),
)
export type CareConsentInput = Static<typeof CareConsentInput>
export const WithdrawInput = form({ reason: Reason, told_by: Text(2, 160) })
export type WithdrawInput = Static<typeof WithdrawInput>

const fields = {
  ...consent('id', 'facility_id', 'patient_id'),
  patient: PatientRow,
  ...consent('visit_id', 'admission_id', 'kind', 'procedure_code', 'procedure_title', 'side'),
  ...consent('status', 'signatory_name', 'signatory_relation', 'second_doctor_id', 'reason'),
  ...consent('thumbprint_photo_id', 'language', 'interpreter', 'witness_staff_id'),
  ...consent('explained_by_id', 'explained_by_name', 'expires_on', 'told_by', 'staff_id'),
  ...consent('staff_name', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(care_consent_moves)),
}
export const CareConsent = named('CareConsent', shape(fields))
export type CareConsent = Static<typeof CareConsent>
export const CareConsentWhole = named('CareConsentWhole', shape({ ...fields, history: History }))
export const CareConsentFilters = {
  facility_id: optional(Id),
  patient_id: optional(Id),
  procedure_code: optional(Text(1, 40)),
  status: optional(choice(care_consent_states)),
  from: optional(Day),
  to: optional(Day),
}
