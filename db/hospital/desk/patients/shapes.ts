// What comes out when a patient's record is opened.

import {
  AnyObject,
  optional,
  choice,
  Day,
  Flag,
  listOf,
  nullable,
  named,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { languages } from '../../office/hospitals/words.ts'
import {
  allergy_states,
  blood_group_sources,
  blood_groups,
  identities,
  marital_states,
  patient_moves,
  patient_states,
  phone_owners,
  portal_states,
  sensitivities,
  sexes,
  sources,
  spo2_targets,
} from './words.ts'
import { out, At, Warning, Age, VisitBrief } from './shape-parts.ts'
import { Identifier, NextOfKin, Relationship } from './record/hanging-shapes.ts'
import { PatientAlert } from './record/alert-shapes.ts'
import { DuplicateCandidate } from './duplicates/merge-shapes.ts'

const Address = shape({
  area_id: out(36),
  area_path: out(600),
  street: out(120),
  house_no: out(40),
  landmark: out(200),
  postal_code: out(20),
  local_leader: out(120),
  local_leader_phone: out(20),
})

export const Patient = named(
  'Patient',
  shape({
    id: Text(1, 36),
    number: Text(1, 40),
    status: choice(patient_states),
    identity: choice(identities),
    first_name: Text(1, 60),
    middle_name: out(60),
    last_name: Text(1, 60),
    known_as: out(60),
    full_name: Text(1, 200),
    sex: choice(sexes),
    birth_date: Day,
    birth_date_estimated: Flag,
    age: Age,
    phone: out(20),
    alt_phone: out(20),
    phone_owner: nullable(choice(phone_owners)),
    phone_shared: Flag,
    phone_holders: Whole(),
    /** Texts to it have failed twice running (PTM-5). */
    unreachable_until: nullable(At),
    email: out(254),
    national_id: out(60),
    identifiers: listOf(Identifier),
    next_of_kin: listOf(NextOfKin),
    relationships: listOf(Relationship),
    language: choice(languages),
    nationality: out(2),
    marital_status: nullable(choice(marital_states)),
    occupation: out(80),
    education: out(80),
    religion: out(80),
    address: nullable(Address),
    blood_group: nullable(choice(blood_groups)),
    blood_group_source: nullable(choice(blood_group_sources)),
    allergy_status: choice(allergy_states),
    spo2_target: choice(spo2_targets),
    sensitivity: choice(sensitivities),
    default_payer: nullable(AnyObject),
    allergies: listOf(AnyObject),
    conditions: listOf(AnyObject),
    pregnancy: nullable(AnyObject),
    vulnerable_groups: listOf(Text(1, 40)),
    deceased: nullable(AnyObject),
    open_visit: nullable(VisitBrief),
    admission: nullable(AnyObject),
    alerts: listOf(PatientAlert),
    unknown_label: out(80),
    mother_id: out(36),
    merged_into: nullable(shape({ id: Text(1, 36), number: Text(1, 40), full_name: Text(1, 200) })),
    photo: Flag,
    card_serial: Whole(1),
    portal: choice(portal_states),
    source: choice(sources),
    facility_id: Text(1, 36),
    registered_at: At,
    registered_by: Text(1, 160),
    last_visit_at: nullable(At),
    updated_at: At,
    version: Whole(1),
    moves: listOf(choice(patient_moves)),
    break_glass: optional(shape({ until: At })),
    possible_duplicates: optional(listOf(DuplicateCandidate)),
    warnings: optional(listOf(Warning)),
  }),
)

export type Patient = Static<typeof Patient>

export { PatientRow } from './register/row-shapes.ts'
export { Warning } from './shape-parts.ts'
