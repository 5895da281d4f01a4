// The patient register.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  key,
  nullable,
  otherwise,
  ref,
  text,
} from '../../../store/columns.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import { languages } from '../../office/hospitals/words.ts'
import {
  allergy_states,
  blood_group_sources,
  blood_groups,
  identities,
  marital_states,
  patient_states,
  type PatientState,
  phone_owners,
  portal_states,
  sensitivities,
  sexes,
  sources,
  spo2_targets,
} from './words.ts'

export interface Death {
  died_at: string
  died_at_estimated: boolean
  place: string
  cause: string | null
  certified_by: string | null
  recorded_by: string
  /** Of the account: who recorded a death does not take it back. */
  recorded_by_id: string | null
  recorded_at: string
  source_note: string | null
  /** What the record was before, and what the death has stopped. */
  was: PatientState
  closed: Readonly<Record<string, readonly string[]>>
}

export const patients = table(
  'patients',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    number: code(40),
    /** The number as digits without its leading zeros: how it is read out. */
    number_digits: code(40),
    status: choice(patient_states),
    identity: choice(identities),
    first_name: text(60),
    middle_name: nullable(text(60)),
    /** Nothing of somebody who has one name (PAT-1). */
    last_name: nullable(text(60)),
    known_as: nullable(text(60)),
    full_name: text(200),
    /** For lists by name. */
    name_key: key(200),
    /** Words of the names as typed and folded, each after a blank (PAT-10). */
    name_words: text(1000),
    /** Folded names for blocking (PAT-22). */
    first_fold: key(80),
    last_fold: key(80),
    sex: choice(sexes),
    /** False while the sex of an unknown person was left open (PAT-15). */
    sex_told: otherwise(flag(), true),
    birth_date: day(),
    birth_date_estimated: flag(),
    phone: nullable(code(20)),
    alt_phone: nullable(code(20)),
    phone_owner: nullable(choice(phone_owners)),
    /** Declared at the desk; that others have the same number is seen in the register itself. */
    phone_shared: otherwise(flag(), false),
    email: nullable(text(254)),
    language: choice(languages),
    nationality: nullable(code(2)),
    marital_status: nullable(choice(marital_states)),
    occupation: nullable(text(80)),
    education: nullable(text(80)),
    religion: nullable(text(80)),
    area_id: nullable(ref('administrative_areas')),
    street: nullable(text(120)),
    house_no: nullable(text(40)),
    landmark: nullable(text(200)),
    postal_code: nullable(text(20)),
    local_leader: nullable(text(120)),
    local_leader_phone: nullable(code(20)),
    default_payer: nullable(json<Record<string, unknown>>()),
    blood_group: nullable(choice(blood_groups)),
    blood_group_source: nullable(choice(blood_group_sources)),
    allergy_status: otherwise(choice(allergy_states), 'UNKNOWN' as const),
    /** What was told at the desk, for care to take up (PAT-26). */
    reported_allergies: nullable(json<string[]>()),
    reported_conditions: nullable(json<string[]>()),
    spo2_target: otherwise(choice(spo2_targets), '94-98' as const),
    sensitivity: otherwise(choice(sensitivities), 'NORMAL' as const),
    unknown_label: nullable(text(80)),
    unknown_notes: nullable(
      json<{ description: string | null; found_by: string | null; police_case: boolean }>(),
    ),
    identified_by: nullable(json<{ evidence: string; name: string; at: string }>()),
    mother_id: nullable(ref('patients')),
    death: nullable(json<Death>()),
    merged_into_id: nullable(ref('patients')),
    card_serial: otherwise(integer(), 1),
    /** When the card in use replaced another. */
    card_issued_at: nullable(instant()),
    portal: otherwise(choice(portal_states), 'NONE' as const),
    source: choice(sources),
    registered_at: instant(),
    registered_by: text(160),
    last_visit_at: nullable(instant()),
    ...searched,
    ...versioned,
  },
  {
    search: ['name_words'],
    search_by: 'words',
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'number_digits'] },
      { columns: ['hospital_id', 'status', 'registered_at'] },
      // With the state in it, a deep page is walked to without reading the records before it.
      { columns: ['hospital_id', 'registered_at', 'id', 'status'] },
      { columns: ['hospital_id', 'name_key', 'id', 'status'] },
      {
        columns: ['hospital_id', 'last_visit_at', 'id', 'status'],
        nulls_first: ['last_visit_at'],
      },
      { columns: ['hospital_id', 'last_fold', 'first_fold'] },
      { columns: ['hospital_id', 'birth_date'] },
      // Who changed since last night (PAT-22).
      { columns: ['hospital_id', 'updated_at', 'id'] },
      { columns: ['hospital_id', 'phone'], only_where: 'phone is not null' },
      { columns: ['hospital_id', 'alt_phone'], only_where: 'alt_phone is not null' },
      { columns: ['hospital_id', 'unknown_label'], only_where: 'unknown_label is not null' },
      { columns: ['mother_id'], only_where: 'mother_id is not null' },
      { columns: ['merged_into_id'], only_where: 'merged_into_id is not null' },
      { columns: ['area_id'], only_where: 'area_id is not null' },
    ],
  },
)
