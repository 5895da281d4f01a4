// The words of the patient register, the chapter's to the letter.

export const sexes = ['Male', 'Female', 'Ambiguous'] as const
export const patient_states = ['TEMPORARY', 'ACTIVE', 'INACTIVE', 'DECEASED', 'MERGED'] as const
export type PatientState = (typeof patient_states)[number]
export const identities = ['UNKNOWN', 'DECLARED', 'CONFIRMED'] as const
export const phone_owners = [
  'SELF',
  'SPOUSE',
  'PARENT',
  'CHILD',
  'RELATIVE',
  'NEIGHBOUR',
  'OTHER',
] as const
export const marital_states = [
  'SINGLE',
  'MARRIED',
  'COHABITING',
  'SEPARATED',
  'DIVORCED',
  'WIDOWED',
] as const
export const blood_groups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const
export const blood_group_sources = ['TOLD', 'TESTED'] as const
export const allergy_states = ['UNKNOWN', 'NONE_KNOWN', 'RECORDED'] as const
export const spo2_targets = ['94-98', '88-92'] as const
export const sensitivities = ['NORMAL', 'STAFF', 'VIP', 'RESTRICTED'] as const
export const portal_states = ['NONE', 'INVITED', 'ACTIVE', 'SUSPENDED'] as const
export const sources = ['DESK', 'EMERGENCY', 'NEWBORN', 'PORTAL', 'IMPORT', 'REFERRAL'] as const
export const age_bands = ['NEWBORN', 'INFANT', 'CHILD', 'ADOLESCENT', 'ADULT', 'ELDERLY'] as const

export const identifier_types = [
  'NATIONAL_ID',
  'ZANZIBAR_ID',
  'PASSPORT',
  'VOTER_ID',
  'DRIVING_LICENCE',
  'BIRTH_CERTIFICATE',
  'REFUGEE_ID',
  'INSURANCE',
  'RCH_CARD',
  'CTC',
  'TB',
  'EMPLOYER',
  'PRISON',
  'OLD_NUMBER',
  'OTHER',
] as const
export type IdentifierType = (typeof identifier_types)[number]
/** PAT-12: one holder each; the others may repeat. */
export const held_by_one: readonly IdentifierType[] = [
  'NATIONAL_ID',
  'ZANZIBAR_ID',
  'PASSPORT',
  'BIRTH_CERTIFICATE',
  'CTC',
  'REFUGEE_ID',
]

export const kin_relationships = [
  'MOTHER',
  'FATHER',
  'SPOUSE',
  'SON',
  'DAUGHTER',
  'BROTHER',
  'SISTER',
  'GRANDPARENT',
  'GUARDIAN',
  'RELATIVE',
  'EMPLOYER',
  'FRIEND',
  'OTHER',
] as const
export const relationship_kinds = [
  'MOTHER',
  'FATHER',
  'CHILD',
  'SIBLING',
  'TWIN',
  'SPOUSE',
  'GUARDIAN',
  'WARD_OF',
  'HOUSEHOLD',
] as const
/** Billing's words (2.4). */
export const payer_choices = ['SELF', 'SCHEME', 'CLIENT', 'OTHER'] as const
export const alert_kinds = [
  'CLINICAL',
  'INFECTION_CONTROL',
  'FALLS',
  'VIOLENCE',
  'COMMUNICATION',
  'ADMINISTRATIVE',
  'FINANCIAL',
] as const
export const alert_severities = ['INFO', 'WARNING', 'DANGER'] as const
export const alert_states = ['ACTIVE', 'CLOSED'] as const

export const duplicate_levels = ['STOP', 'LIKELY', 'POSSIBLE'] as const
export const pair_states = ['OPEN', 'DISMISSED', 'MERGED'] as const
export const consent_kinds = [
  'TREATMENT',
  'DATA_SHARING',
  'SMS',
  'PORTAL',
  'PHOTO',
  'TEACHING',
  'RESEARCH',
] as const
export const consent_decisions = ['GIVEN', 'REFUSED', 'WITHDRAWN'] as const
export const consent_givers = ['PATIENT', 'GUARDIAN', 'NEXT_OF_KIN'] as const
export const consent_methods = ['WRITTEN', 'THUMBPRINT', 'VERBAL', 'PORTAL'] as const
export const merge_states = ['MERGED', 'UNDONE'] as const
export const evidences = ['RELATIVE', 'DOCUMENT', 'SELF', 'POLICE'] as const
export const break_glass_reasons = [
  'EMERGENCY',
  'CONTINUITY_OF_CARE',
  'PATIENT_REQUEST',
  'LEGAL',
  'QUALITY_REVIEW',
  'OTHER',
] as const
export const break_glass_verdicts = ['JUSTIFIED', 'NOT_JUSTIFIED'] as const
export const patient_moves = [
  'identify',
  'deactivate',
  'reactivate',
  'merge',
  'undo merge',
  'deceased',
  'revoke death',
] as const
export const required_field_words = [
  'phone',
  'address.area_id',
  'next_of_kin',
  'national_id',
  'occupation',
] as const
export const patient_sorts = ['name', '-registered_at', '-last_visit_at', 'number'] as const
export const card_reasons = ['LOST', 'DAMAGED', 'NAME_CHANGED'] as const
export const death_places = [
  'WARD',
  'EMERGENCY',
  'THEATRE',
  'ON_ARRIVAL',
  'HOME',
  'IN_TRANSIT',
  'OTHER_FACILITY',
  'UNKNOWN',
] as const
export type DeathPlace = (typeof death_places)[number]
/** PAT-23: here a clinician confirms it. */
export const places_of_ours: readonly DeathPlace[] = ['WARD', 'EMERGENCY', 'THEATRE', 'ON_ARRIVAL']
export const grant_states = ['ACTIVE', 'ENDED', 'REVIEWED'] as const
export type GrantState = (typeof grant_states)[number]
export const token_modes = ['VISIT', 'POINT'] as const
