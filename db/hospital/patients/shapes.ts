// What goes in and what comes out about patients.

import {
  AnyObject,
  asked,
  choice,
  Day,
  Decimal,
  Email,
  Flag,
  form,
  Id,
  listOf,
  maybe,
  named,
  partial,
  Phone,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../kinds/kinds.ts'
import { languages } from '../hospitals/words.ts'
import {
  age_bands,
  alert_kinds,
  alert_severities,
  alert_states,
  allergy_states,
  blood_group_sources,
  blood_groups,
  break_glass_reasons,
  duplicate_levels,
  evidences,
  identifier_types,
  identities,
  kin_relationships,
  marital_states,
  merge_states,
  patient_moves,
  patient_sorts,
  patient_states,
  phone_owners,
  portal_states,
  relationship_kinds,
  sensitivities,
  sexes,
  sources,
  spo2_targets,
} from './words.ts'

/** Read by the rule, which has the sentences; any short text is let in. */
const typed = asked(maybe(Text(0, 1000)))
const number = asked(maybe(Decimal(-1e9, 1e9)))
const text = (max: number) => asked(maybe(Text(0, max)))
const out = (max: number) => maybe(Text(0, max))
const At = Text(24, 24)

export const IdentifierInput = form({
  type: choice(identifier_types),
  value: Text(1, 60),
  issuer: text(120),
  issued_on: asked(maybe(Day)),
  expires_on: asked(maybe(Day)),
})
export type IdentifierInput = Static<typeof IdentifierInput>

export const KinInput = named(
  'NextOfKinInput',
  form({
    full_name: Text(1, 120),
    relationship: choice(kin_relationships),
    phone: asked(maybe(Phone)),
    alt_phone: asked(maybe(Phone)),
    address: text(300),
    national_id: text(30),
    is_emergency_contact: asked(Flag),
    is_guardian: asked(Flag),
    may_receive_information: asked(Flag),
    linked_patient_id: asked(maybe(Id)),
  }),
)
export type KinInput = Static<typeof KinInput>

export const AddressInput = form({
  area_id: asked(maybe(Id)),
  street: text(120),
  house_no: text(40),
  landmark: text(200),
  postal_code: text(20),
  local_leader: text(120),
  local_leader_phone: asked(maybe(Phone)),
})
export type AddressInput = Static<typeof AddressInput>

const fields = {
  first_name: typed,
  middle_name: typed,
  last_name: typed,
  known_as: typed,
  sex: asked(choice(sexes)),
  birth_date: typed,
  age_years: number,
  age_months: number,
  age_days: number,
  phone: asked(maybe(Phone)),
  alt_phone: asked(maybe(Phone)),
  phone_owner: asked(maybe(choice(phone_owners))),
  phone_shared: asked(Flag),
  email: asked(maybe(Email)),
  national_id: typed,
  language: asked(choice(languages)),
  nationality: asked(maybe(Text(2, 2))),
  marital_status: asked(maybe(choice(marital_states))),
  occupation: text(80),
  education: text(80),
  religion: text(80),
  address: asked(maybe(AddressInput)),
  blood_group: asked(maybe(choice(blood_groups))),
}

export const PatientInput = named(
  'PatientInput',
  form({
    ...fields,
    identifiers: asked(listOf(IdentifierInput, 20)),
    next_of_kin: asked(listOf(KinInput, 10)),
    reported_allergies: asked(listOf(Text(1, 120), 30)),
    reported_conditions: asked(listOf(Text(1, 120), 30)),
    confirm_different: asked(listOf(Id, 50)),
  }),
)
export type PatientInput = Static<typeof PatientInput>

export const PatientChange = named('PatientChange', partial({ ...fields, reason: asked(Reason) }))
export type PatientChange = Static<typeof PatientChange>

export const DuplicateInput = partial({
  first_name: typed,
  middle_name: typed,
  last_name: typed,
  sex: asked(choice(sexes)),
  birth_date: typed,
  age_years: number,
  age_months: number,
  age_days: number,
  phone: asked(maybe(Phone)),
  phone_shared: asked(Flag),
  national_id: typed,
  identifiers: asked(listOf(IdentifierInput, 20)),
})
export type DuplicateInput = Static<typeof DuplicateInput>

export const UnknownInput = named(
  'UnknownInput',
  form({
    unknown_label: Text(2, 60),
    sex: asked(choice(sexes)),
    age_years: number,
    age_band: asked(choice(age_bands)),
    description: text(500),
    found_by: text(120),
    police_case: asked(Flag),
  }),
)
export type UnknownInput = Static<typeof UnknownInput>

export const IdentifyInput = form({
  patient_id: asked(Id),
  patient: asked(PatientInput),
  evidence: choice(evidences),
  identified_by_name: Text(2, 120),
  reason: asked(Reason),
})
export type IdentifyInput = Static<typeof IdentifyInput>

export const Age = shape({ years: Whole(), months: Whole(), days: Whole(), text: Text(1, 40) })

const VisitBrief = shape({
  id: Id,
  number: Text(1, 40),
  status: Text(1, 40),
  service_point: out(120),
})

/** In lists. A record that the caller may not open says its number and nothing else (PRV-2). */
export const PatientRow = named(
  'PatientRow',
  shape({
    id: Text(1, 36),
    number: Text(1, 40),
    full_name: Text(1, 200),
    known_as: out(60),
    sex: maybe(choice(sexes)),
    birth_date: maybe(Day),
    birth_date_estimated: maybe(Flag),
    age: maybe(Age),
    phone: out(20),
    phone_shared: maybe(Flag),
    area_path: out(600),
    status: maybe(choice(patient_states)),
    identity: maybe(choice(identities)),
    sensitivity: maybe(choice(sensitivities)),
    allergy_status: maybe(choice(allergy_states)),
    vulnerable_groups: maybe(listOf(Text(1, 40))),
    open_visit: maybe(VisitBrief),
    last_visit_at: maybe(At),
    photo: maybe(Flag),
    restricted: asked(Flag),
  }),
)
export type PatientRow = Static<typeof PatientRow>

export const Identifier = named(
  'Identifier',
  shape({
    id: Text(1, 36),
    type: choice(identifier_types),
    value: Text(1, 60),
    issuer: out(120),
    issued_on: maybe(Day),
    expires_on: maybe(Day),
    verified: Flag,
    verified_by: out(160),
    verified_at: maybe(At),
    voided: Flag,
  }),
)

export const NextOfKin = named(
  'NextOfKin',
  shape({
    id: Text(1, 36),
    full_name: Text(1, 120),
    relationship: choice(kin_relationships),
    phone: out(20),
    alt_phone: out(20),
    address: out(300),
    national_id: out(30),
    is_emergency_contact: Flag,
    is_guardian: Flag,
    may_receive_information: Flag,
    linked_patient_id: out(36),
  }),
)
export type NextOfKin = Static<typeof NextOfKin>

const Relationship = named(
  'Relationship',
  shape({
    id: Text(1, 36),
    other_patient_id: Text(1, 36),
    kind: choice(relationship_kinds),
    since: maybe(Day),
    ended_on: maybe(Day),
  }),
)

export const AlertInput = form({
  kind: choice(alert_kinds),
  severity: choice(alert_severities),
  text: Text(1, 200),
  starts_on: asked(Day),
  ends_on: asked(maybe(Day)),
})
export type AlertInput = Static<typeof AlertInput>

export const PatientAlert = named(
  'PatientAlert',
  shape({
    id: Text(1, 36),
    kind: choice(alert_kinds),
    severity: choice(alert_severities),
    text: Text(1, 200),
    starts_on: Day,
    ends_on: maybe(Day),
    status: choice(alert_states),
    closed_reason: out(300),
  }),
)
export type PatientAlert = Static<typeof PatientAlert>
export const AlertFilters = partial({ status: choice(alert_states) })

export const Warning = shape({
  gate: maybe(Text(1, 40)),
  level: Text(1, 10),
  message: Text(1, 500),
})

export const DuplicateCandidate = named(
  'DuplicateCandidate',
  shape({
    patient: PatientRow,
    score: Whole(0, 100),
    level: choice(duplicate_levels),
    reasons: listOf(Text(1, 60)),
  }),
)
export type DuplicateCandidate = Static<typeof DuplicateCandidate>

export const MergeInput = form({
  duplicate_id: Id,
  keep: asked(AnyObject),
  reason: Reason,
})
export type MergeInput = Static<typeof MergeInput>

export const PatientMerge = named(
  'PatientMerge',
  shape({
    id: Text(1, 36),
    kept: PatientRow,
    duplicate: PatientRow,
    reason: Text(1, 300),
    merged_by: Text(1, 160),
    merged_at: At,
    moved: AnyObject,
    fields_filled: listOf(Text(1, 60)),
    status: choice(merge_states),
    undone_by: out(160),
    undone_at: maybe(At),
    undo_reason: out(300),
  }),
)
export type PatientMerge = Static<typeof PatientMerge>

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
    phone_owner: maybe(choice(phone_owners)),
    phone_shared: Flag,
    phone_holders: Whole(),
    email: out(254),
    national_id: out(60),
    identifiers: listOf(Identifier),
    next_of_kin: listOf(NextOfKin),
    relationships: listOf(Relationship),
    language: choice(languages),
    nationality: out(2),
    marital_status: maybe(choice(marital_states)),
    occupation: out(80),
    education: out(80),
    religion: out(80),
    address: maybe(Address),
    blood_group: maybe(choice(blood_groups)),
    blood_group_source: maybe(choice(blood_group_sources)),
    allergy_status: choice(allergy_states),
    spo2_target: choice(spo2_targets),
    sensitivity: choice(sensitivities),
    default_payer: maybe(AnyObject),
    allergies: listOf(AnyObject),
    conditions: listOf(AnyObject),
    pregnancy: maybe(AnyObject),
    vulnerable_groups: listOf(Text(1, 40)),
    deceased: maybe(AnyObject),
    open_visit: maybe(VisitBrief),
    admission: maybe(AnyObject),
    alerts: listOf(PatientAlert),
    unknown_label: out(80),
    mother_id: out(36),
    merged_into: maybe(shape({ id: Text(1, 36), number: Text(1, 40), full_name: Text(1, 200) })),
    photo: Flag,
    card_serial: Whole(1),
    portal: choice(portal_states),
    source: choice(sources),
    facility_id: Text(1, 36),
    registered_at: At,
    registered_by: Text(1, 160),
    last_visit_at: maybe(At),
    updated_at: At,
    version: Whole(1),
    moves: listOf(choice(patient_moves)),
    break_glass: asked(shape({ until: At })),
    possible_duplicates: asked(listOf(DuplicateCandidate)),
    warnings: asked(listOf(Warning)),
  }),
)
export type Patient = Static<typeof Patient>

const page_size = Whole(1)
Object.assign(page_size, { complaint: 'must be a number from 1.' })

export const PatientFilters = {
  page_size: asked(page_size),
  status: asked(Text(0, 200)),
  sex: asked(choice(sexes)),
  born_from: asked(Day),
  born_to: asked(Day),
  age_from: asked(Whole(0, 150)),
  age_to: asked(Whole(0, 150)),
  area_id: asked(Id),
  phone: asked(Text(1, 40)),
  identifier: asked(Text(1, 60)),
  sensitivity: asked(choice(sensitivities)),
  identity: asked(choice(identities)),
  registered_from: asked(Day),
  registered_to: asked(Day),
  sort: asked(choice(patient_sorts)),
}

export const SensitivityInput = form({ sensitivity: choice(sensitivities), reason: Reason })
export const BreakGlassInput = form({
  reason_code: choice(break_glass_reasons),
  reason: Text(10, 300),
})
export type BreakGlassInput = Static<typeof BreakGlassInput>
export const BreakGlass = shape({ id: Text(1, 36), until: At })
export const Why = form({ reason: Reason })
