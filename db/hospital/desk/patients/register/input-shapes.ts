// What is told about a patient at the desk.

import {
  optional,
  choice,
  Email,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  named,
  partial,
  Phone,
  Reason,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'
import {
  age_bands,
  blood_groups,
  evidences,
  marital_states,
  payer_choices,
  phone_owners,
  sexes,
} from '../words.ts'
import { typed, number, text } from '../shape-parts.ts'
import { IdentifierInput, KinInput, RelationshipInput } from '../record/hanging-shapes.ts'

export const AddressInput = form({
  area_id: optional(nullable(Id)),
  street: text(120),
  house_no: text(40),
  landmark: text(200),
  postal_code: text(20),
  local_leader: text(120),
  local_leader_phone: optional(nullable(Phone)),
})

export type AddressInput = Static<typeof AddressInput>

/** Whom new visits propose to send the bill to (2.4). */
export const PayerChoice = form({
  kind: choice(payer_choices),
  membership_id: optional(nullable(Id)),
  client_id: optional(nullable(Id)),
  name: optional(nullable(Text(0, 160))),
})

export type PayerChoice = Static<typeof PayerChoice>

const fields = {
  first_name: typed,
  middle_name: typed,
  last_name: typed,
  known_as: typed,
  sex: optional(choice(sexes)),
  birth_date: typed,
  age_years: number,
  age_months: number,
  age_days: number,
  phone: optional(nullable(Phone)),
  alt_phone: optional(nullable(Phone)),
  phone_owner: optional(nullable(choice(phone_owners))),
  phone_shared: optional(Flag),
  email: optional(nullable(Email)),
  national_id: typed,
  language: optional(choice(languages)),
  nationality: optional(nullable(Text(2, 2))),
  marital_status: optional(nullable(choice(marital_states))),
  occupation: text(80),
  education: text(80),
  religion: text(80),
  address: optional(nullable(AddressInput)),
  blood_group: optional(nullable(choice(blood_groups))),
  default_payer: optional(nullable(PayerChoice)),
}

export const PatientInput = named(
  'PatientInput',
  form({
    id: optional(Id),
    ...fields,
    identifiers: optional(listOf(IdentifierInput, 20)),
    next_of_kin: optional(listOf(KinInput, 10)),
    relationships: optional(listOf(RelationshipInput, 20)),
    reported_allergies: optional(listOf(Text(1, 120), 30)),
    reported_conditions: optional(listOf(Text(1, 120), 30)),
    confirm_different: optional(listOf(Id, 50)),
    photo_attachment_id: optional(Id),
  }),
)

export type PatientInput = Static<typeof PatientInput>

export const PatientChange = named(
  'PatientChange',
  partial({ ...fields, photo_attachment_id: optional(Id), reason: optional(Reason) }),
)

export type PatientChange = Static<typeof PatientChange>

export const DuplicateInput = partial({
  first_name: typed,
  middle_name: typed,
  last_name: typed,
  sex: optional(choice(sexes)),
  birth_date: typed,
  age_years: number,
  age_months: number,
  age_days: number,
  phone: optional(nullable(Phone)),
  phone_shared: optional(Flag),
  national_id: typed,
  identifiers: optional(listOf(IdentifierInput, 20)),
})

export type DuplicateInput = Static<typeof DuplicateInput>

export const UnknownInput = named(
  'UnknownInput',
  form({
    id: optional(Id),
    unknown_label: Text(1, 60),
    sex: optional(choice(sexes)),
    age_years: number,
    age_band: optional(choice(age_bands)),
    description: text(500),
    found_by: text(120),
    police_case: optional(Flag),
  }),
)

export type UnknownInput = Static<typeof UnknownInput>

export const IdentifyInput = form({
  patient_id: optional(Id),
  patient: optional(PatientInput),
  evidence: choice(evidences),
  identified_by_name: Text(1, 120),
  reason: optional(Reason),
})

export type IdentifyInput = Static<typeof IdentifyInput>
