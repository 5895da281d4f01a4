// What comes out when a patient's record is opened.

import {
  AnyObject,
  optional,
  choice,
  Flag,
  listOf,
  nullable,
  named,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { patient_moves } from './words.ts'
import { out, At, Warning, Age, VisitBrief } from './shape-parts.ts'
import { Identifier, NextOfKin, Relationship } from './record/hanging-shapes.ts'
import { PatientAlert } from './record/alert-shapes.ts'
import { DuplicateCandidate } from './duplicates/merge-shapes.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { patients } from './tables.ts'

const patient = fieldsOf(patients)

const Address = shape({
  area_id: out(36),
  area_path: out(600),
  ...patient('street', 'house_no', 'landmark', 'postal_code', 'local_leader', 'local_leader_phone'),
})

export const Patient = named(
  'Patient',
  shape({
    ...patient('id', 'number', 'status', 'identity', 'first_name', 'middle_name', 'last_name'),
    ...patient('known_as', 'full_name', 'sex', 'birth_date', 'birth_date_estimated'),
    age: Age,
    ...patient('phone', 'alt_phone', 'phone_owner', 'phone_shared'),
    phone_holders: Whole(),
    /** Texts to it have failed twice running (PTM-5). */
    unreachable_until: nullable(At),
    email: out(254),
    national_id: out(60),
    identifiers: listOf(Identifier),
    next_of_kin: listOf(NextOfKin),
    relationships: listOf(Relationship),
    ...patient('language', 'nationality', 'marital_status', 'occupation', 'education', 'religion'),
    address: nullable(Address),
    ...patient('blood_group', 'blood_group_source', 'allergy_status', 'spo2_target', 'sensitivity'),
    default_payer: nullable(AnyObject),
    allergies: listOf(AnyObject),
    conditions: listOf(AnyObject),
    pregnancy: nullable(AnyObject),
    vulnerable_groups: listOf(Text(1, 40)),
    deceased: nullable(AnyObject),
    open_visit: nullable(VisitBrief),
    admission: nullable(AnyObject),
    alerts: listOf(PatientAlert),
    ...patient('unknown_label', 'mother_id'),
    merged_into: nullable(shape({ id: Text(1, 36), number: Text(1, 40), full_name: Text(1, 200) })),
    photo: Flag,
    ...patient('card_serial', 'portal', 'source', 'facility_id', 'registered_at'),
    ...patient('registered_by', 'last_visit_at', 'updated_at', 'version'),
    moves: listOf(choice(patient_moves)),
    break_glass: optional(shape({ until: At })),
    possible_duplicates: optional(listOf(DuplicateCandidate)),
    warnings: optional(listOf(Warning)),
  }),
)

export type Patient = Static<typeof Patient>

export { PatientRow } from './register/row-shapes.ts'
export { Warning } from './shape-parts.ts'
