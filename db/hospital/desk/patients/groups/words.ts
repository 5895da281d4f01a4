// The words of vulnerable groups (2.3, VUL-5).

export const vulnerable_tags = [
  'UNDER_FIVE',
  'PREGNANT',
  'POSTPARTUM',
  'ELDERLY',
  'DISABILITY',
  'DESTITUTE',
  'ORPHAN',
  'PRISONER',
  'REFUGEE',
  'TB',
  'HIV',
  'LEPROSY',
  'MENTAL_ILLNESS',
  'CANCER',
  'SICKLE_CELL',
  'CHRONIC_ILLNESS',
  'GBV_SURVIVOR',
  'CHILD_ABUSE_SURVIVOR',
  'DISASTER_VICTIM',
  'OTHER',
] as const
export type VulnerableTag = (typeof vulnerable_tags)[number]

export const group_bases = ['COMPUTED', 'PROGRAMME', 'RECORDED'] as const
export const group_states = ['PENDING', 'CONFIRMED', 'REJECTED', 'REVOKED', 'EXPIRED'] as const
export const evidence_types = [
  'AGE',
  'BIRTH_CERTIFICATE',
  'NATIONAL_ID',
  'RCH_CARD',
  'CLINIC_CARD',
  'SOCIAL_WELFARE_LETTER',
  'LOCAL_LEADER_LETTER',
  'COURT_ORDER',
  'POLICE_FORM',
  'CLINICAL_RECORD',
  'NONE',
] as const

/** VUL-6: what these say is not for the cash desk. */
export const private_tags: readonly VulnerableTag[] = [
  'TB',
  'HIV',
  'LEPROSY',
  'MENTAL_ILLNESS',
  'GBV_SURVIVOR',
  'CHILD_ABUSE_SURVIVOR',
]
export const masked_tag = 'EXEMPT_PROGRAMME'

/** VUL-2: these count for billing from the first day, until somebody rejects them. */
export const counts_pending: readonly VulnerableTag[] = ['GBV_SURVIVOR', 'CHILD_ABUSE_SURVIVOR']

/** Who follows from something else, and from what. */
export const follows: Readonly<Partial<Record<VulnerableTag, string>>> = {
  UNDER_FIVE: 'is computed from the birth date: correct the birth date.',
  ELDERLY: 'is computed from the birth date: correct the birth date.',
  PREGNANT: 'follows the pregnancy that care has recorded: record it there.',
  POSTPARTUM: 'follows the delivery that was recorded: record it there.',
  TB: 'follows enrolment in the programme: enrol the patient there.',
  HIV: 'follows enrolment in the programme: enrol the patient there.',
}

/** Billing's category of waiver. */
export const waiver_of: Readonly<Record<VulnerableTag, string>> = {
  UNDER_FIVE: 'CHILD',
  PREGNANT: 'PREGNANCY',
  POSTPARTUM: 'PREGNANCY',
  ELDERLY: 'ELDERLY',
  DESTITUTE: 'INDIGENT',
  ORPHAN: 'INDIGENT',
  REFUGEE: 'INDIGENT',
  DISASTER_VICTIM: 'INDIGENT',
  TB: 'CHRONIC',
  HIV: 'CHRONIC',
  LEPROSY: 'CHRONIC',
  MENTAL_ILLNESS: 'CHRONIC',
  CANCER: 'CHRONIC',
  SICKLE_CELL: 'CHRONIC',
  CHRONIC_ILLNESS: 'CHRONIC',
  GBV_SURVIVOR: 'VIOLENCE',
  CHILD_ABUSE_SURVIVOR: 'VIOLENCE',
  PRISONER: 'PRISONER',
  DISABILITY: 'OTHER',
  OTHER: 'OTHER',
}
