// The patient register and what hangs on a patient.

import {
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
  maybe,
  otherwise,
  ref,
  text,
  uuid,
} from '../../columns.ts'
import { searched, stamps, versioned } from '../../stamps.ts'
import { table } from '../../table.ts'
import { languages } from '../hospitals/words.ts'
import {
  alert_kinds,
  alert_severities,
  alert_states,
  allergy_states,
  blood_group_sources,
  blood_groups,
  break_glass_reasons,
  break_glass_verdicts,
  consent_decisions,
  consent_givers,
  consent_kinds,
  consent_methods,
  identifier_types,
  identities,
  kin_relationships,
  marital_states,
  merge_states,
  pair_states,
  patient_states,
  phone_owners,
  portal_states,
  relationship_kinds,
  type required_field_words,
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
  recorded_at: string
}

export const administrative_areas = table(
  'administrative_areas',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    parent_id: maybe(ref('administrative_areas')),
    level: integer(),
    code: maybe(code(40)),
    name: text(120),
    name_key: code(120),
    population: maybe(integer()),
    active: otherwise(flag(), true),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'code'],
    indexes: [{ columns: ['hospital_id', 'parent_id', 'name_key'] }],
  },
)

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
    middle_name: maybe(text(60)),
    last_name: text(60),
    known_as: maybe(text(60)),
    full_name: text(200),
    /** For lists by name. */
    name_key: code(200),
    /** Words of the names as typed and folded, each after a blank (PAT-10). */
    name_words: text(1000),
    /** Folded names for blocking (PAT-22). */
    first_fold: code(80),
    last_fold: code(80),
    sex: choice(sexes),
    /** False while the sex of an unknown person was left open (PAT-15). */
    sex_told: otherwise(flag(), true),
    birth_date: day(),
    birth_date_estimated: flag(),
    phone: maybe(code(20)),
    alt_phone: maybe(code(20)),
    phone_owner: maybe(choice(phone_owners)),
    /** Declared at the desk; that others have the same number is seen in the register itself. */
    phone_shared: otherwise(flag(), false),
    email: maybe(text(254)),
    language: choice(languages),
    nationality: maybe(code(2)),
    marital_status: maybe(choice(marital_states)),
    occupation: maybe(text(80)),
    education: maybe(text(80)),
    religion: maybe(text(80)),
    area_id: maybe(ref('administrative_areas')),
    street: maybe(text(120)),
    house_no: maybe(text(40)),
    landmark: maybe(text(200)),
    postal_code: maybe(text(20)),
    local_leader: maybe(text(120)),
    local_leader_phone: maybe(code(20)),
    default_payer: maybe(json<Record<string, unknown>>()),
    blood_group: maybe(choice(blood_groups)),
    blood_group_source: maybe(choice(blood_group_sources)),
    allergy_status: otherwise(choice(allergy_states), 'UNKNOWN' as const),
    /** What was told at the desk, for care to take up (PAT-26). */
    reported_allergies: maybe(json<string[]>()),
    reported_conditions: maybe(json<string[]>()),
    spo2_target: otherwise(choice(spo2_targets), '94-98' as const),
    sensitivity: otherwise(choice(sensitivities), 'NORMAL' as const),
    unknown_label: maybe(text(80)),
    unknown_notes: maybe(
      json<{ description: string | null; found_by: string | null; police_case: boolean }>(),
    ),
    identified_by: maybe(json<{ evidence: string; name: string; at: string }>()),
    mother_id: maybe(ref('patients')),
    death: maybe(json<Death>()),
    merged_into_id: maybe(ref('patients')),
    card_serial: otherwise(integer(), 1),
    portal: otherwise(choice(portal_states), 'NONE' as const),
    source: choice(sources),
    registered_at: instant(),
    registered_by: text(160),
    last_visit_at: maybe(instant()),
    ...searched,
    ...versioned,
  },
  {
    search: ['name_words'],
    unique: [{ columns: ['hospital_id', 'number'] }],
    indexes: [
      { columns: ['hospital_id', 'number_digits'] },
      { columns: ['hospital_id', 'status', 'registered_at'] },
      { columns: ['hospital_id', 'registered_at', 'id'] },
      { columns: ['hospital_id', 'name_key', 'id'] },
      { columns: ['hospital_id', 'last_fold', 'first_fold'] },
      { columns: ['hospital_id', 'birth_date'] },
      { columns: ['hospital_id', 'phone'], only_where: 'phone is not null' },
      { columns: ['hospital_id', 'alt_phone'], only_where: 'alt_phone is not null' },
      { columns: ['hospital_id', 'unknown_label'], only_where: 'unknown_label is not null' },
      { columns: ['mother_id'], only_where: 'mother_id is not null' },
      { columns: ['merged_into_id'], only_where: 'merged_into_id is not null' },
      { columns: ['hospital_id', 'last_visit_at'], only_where: 'last_visit_at is not null' },
      { columns: ['area_id'], only_where: 'area_id is not null' },
    ],
  },
)

export const patient_identifiers = table(
  'patient_identifiers',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    type: choice(identifier_types),
    value: text(60),
    /** Without hyphens and blanks, in capitals. */
    value_key: code(60),
    /** Type and value where only one patient may hold it, as long as it counts (PAT-12). */
    holder_key: maybe(code(110)),
    issuer: maybe(text(120)),
    issued_on: maybe(day()),
    expires_on: maybe(day()),
    verified: otherwise(flag(), false),
    verified_by: maybe(text(160)),
    verified_at: maybe(instant()),
    mismatch_reason: maybe(text(300)),
    voided: otherwise(flag(), false),
    void_reason: maybe(text(300)),
    ...stamps,
  },
  {
    unique: [{ columns: ['hospital_id', 'holder_key'], only_where: 'holder_key is not null' }],
    indexes: [{ columns: ['patient_id'] }, { columns: ['hospital_id', 'value_key'] }],
  },
)

export const patient_kin = table(
  'patient_kin',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    full_name: text(120),
    relationship: choice(kin_relationships),
    phone: maybe(code(20)),
    alt_phone: maybe(code(20)),
    address: maybe(text(300)),
    national_id: maybe(text(30)),
    is_emergency_contact: otherwise(flag(), false),
    is_guardian: otherwise(flag(), false),
    may_receive_information: otherwise(flag(), false),
    linked_patient_id: maybe(ref('patients')),
    removed_at: maybe(instant()),
    remove_reason: maybe(text(300)),
    ...versioned,
  },
  { indexes: [{ columns: ['patient_id'] }] },
)

export const patient_relationships = table(
  'patient_relationships',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    other_patient_id: ref('patients'),
    kind: choice(relationship_kinds),
    since: maybe(day()),
    ended_on: maybe(day()),
    end_reason: maybe(text(300)),
    ...stamps,
  },
  { indexes: [{ columns: ['patient_id'] }, { columns: ['other_patient_id'] }] },
)

export const patient_alerts = table(
  'patient_alerts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    kind: choice(alert_kinds),
    severity: choice(alert_severities),
    text: text(200),
    starts_on: day(),
    ends_on: maybe(day()),
    status: choice(alert_states),
    closed_reason: maybe(text(300)),
    source: maybe(code(60)),
    source_id: maybe(uuid()),
    ...versioned,
  },
  { indexes: [{ columns: ['patient_id', 'status'] }] },
)

/** Two records that look like one person; `a_id` is the smaller id, so that a pair stands once. */
export const duplicate_pairs = table(
  'duplicate_pairs',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    a_id: ref('patients'),
    b_id: ref('patients'),
    score: integer(),
    reasons: json<string[]>(),
    status: choice(pair_states),
    dismissed_by: maybe(text(160)),
    dismiss_reason: maybe(text(300)),
    ...versioned,
  },
  {
    unique: [{ columns: ['a_id', 'b_id'] }],
    indexes: [{ columns: ['b_id'] }, { columns: ['hospital_id', 'status', 'score'] }],
  },
)

export const patient_merges = table(
  'patient_merges',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    kept_id: ref('patients'),
    duplicate_id: ref('patients'),
    duplicate_was: choice(patient_states),
    reason: text(300),
    merged_by: text(160),
    merged_at: instant(),
    /** Ids of the rows that moved, by table: what an undo puts back. */
    moved: json<Record<string, string[]>>(),
    fields_filled: json<Record<string, unknown>>(),
    status: choice(merge_states),
    undone_by: maybe(text(160)),
    undone_at: maybe(instant()),
    undo_reason: maybe(text(300)),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['kept_id'] },
      { columns: ['duplicate_id'] },
      { columns: ['hospital_id', 'merged_at'] },
    ],
  },
)

export const break_glass_grants = table(
  'break_glass_grants',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: maybe(ref('facilities')),
    patient_id: ref('patients'),
    user_id: uuid(),
    user_name: text(160),
    reason_code: choice(break_glass_reasons),
    reason: text(300),
    opened_at: instant(),
    until: instant(),
    ended_at: maybe(instant()),
    verdict: maybe(choice(break_glass_verdicts)),
    review_note: maybe(text(300)),
    reviewed_by: maybe(text(160)),
    reviewed_at: maybe(instant()),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['patient_id', 'user_id', 'until'] },
      { columns: ['hospital_id', 'opened_at'] },
    ],
  },
)

/** General consents; those to a procedure are care's forms. The latest of a kind counts. */
export const patient_consents = table(
  'patient_consents',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    patient_id: ref('patients'),
    kind: choice(consent_kinds),
    decision: choice(consent_decisions),
    given_by: choice(consent_givers),
    given_by_name: maybe(text(120)),
    method: choice(consent_methods),
    language: choice(languages),
    text_version: maybe(text(40)),
    recorded_by: text(160),
    withdrawn_at: maybe(instant()),
    ...stamps,
  },
  { indexes: [{ columns: ['patient_id', 'kind', 'created_at'] }] },
)

export interface FrontOfficeSettings {
  required_fields: (typeof required_field_words)[number][]
  name_aliases: Record<string, string>
  duplicate_stop: number
  duplicate_likely: number
  duplicate_possible: number
  break_glass_hours: number
  reminder_hours: number[]
  appointment_late_minutes: number
  appointment_no_show_minutes: number
  waitlist_offer_minutes: number
  sms_opt_in: boolean
  token_mode: 'VISIT' | 'POINT'
  under_five_years: number
  elderly_age: number
  auto_close_hours: number
  reopen_hours: number
  no_show_grace_minutes: number
  vitals_fresh_hours: number
}

/** What a hospital has set otherwise than shipped (2.13). */
export const front_office_settings = table(
  'front_office_settings',
  {
    hospital_id: ref('hospitals'),
    chosen: json<Partial<FrontOfficeSettings>>(),
    ...versioned,
  },
  { key: ['hospital_id'] },
)
