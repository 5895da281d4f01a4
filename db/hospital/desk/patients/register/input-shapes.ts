// What is told about a patient at the desk.

import {
  asked,
  choice,
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
  area_id: asked(maybe(Id)),
  street: text(120),
  house_no: text(40),
  landmark: text(200),
  postal_code: text(20),
  local_leader: text(120),
  local_leader_phone: asked(maybe(Phone)),
})

export type AddressInput = Static<typeof AddressInput>

/** Whom new visits propose to send the bill to (2.4). */
export const PayerChoice = form({
  kind: choice(payer_choices),
  membership_id: asked(maybe(Id)),
  client_id: asked(maybe(Id)),
  name: asked(maybe(Text(0, 160))),
})

export type PayerChoice = Static<typeof PayerChoice>

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
  default_payer: asked(maybe(PayerChoice)),
}

export const PatientInput = named(
  'PatientInput',
  form({
    id: asked(Id),
    ...fields,
    identifiers: asked(listOf(IdentifierInput, 20)),
    next_of_kin: asked(listOf(KinInput, 10)),
    relationships: asked(listOf(RelationshipInput, 20)),
    reported_allergies: asked(listOf(Text(1, 120), 30)),
    reported_conditions: asked(listOf(Text(1, 120), 30)),
    confirm_different: asked(listOf(Id, 50)),
    photo_attachment_id: asked(Id),
  }),
)

export type PatientInput = Static<typeof PatientInput>

export const PatientChange = named(
  'PatientChange',
  partial({ ...fields, photo_attachment_id: asked(Id), reason: asked(Reason) }),
)

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
    id: asked(Id),
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
