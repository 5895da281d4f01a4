// The words of maternity, the chapter's to the letter (maternity 2, maternity 3).

export const pregnancy_states = ['OPEN', 'IN_LABOUR', 'POSTPARTUM', 'CLOSED'] as const
export type PregnancyState = (typeof pregnancy_states)[number]
export const pregnancy_outcomes = [
  'LIVE_BIRTH',
  'STILLBIRTH',
  'MIXED',
  'MISCARRIAGE',
  'INDUCED_ABORTION',
  'ECTOPIC',
  'MOLAR',
  'TRANSFERRED',
  'LOST',
  'MATERNAL_DEATH',
] as const
/** How a pregnancy ends that did not come to a birth here. */
export const early_outcomes = [
  'MISCARRIAGE',
  'INDUCED_ABORTION',
  'ECTOPIC',
  'MOLAR',
  'TRANSFERRED',
  'LOST',
] as const
export const earlier_outcomes = [
  'LIVE',
  'STILLBIRTH',
  'MISCARRIAGE',
  'ECTOPIC',
  'NEONATAL_DEATH',
] as const
export const edd_bases = ['LMP', 'ULTRASOUND', 'FUNDAL_HEIGHT'] as const
export const risk_levels = ['HIGH', 'MODERATE', 'LOW'] as const
export type RiskLevel = (typeof risk_levels)[number]
export const pmtct_states = [
  'NEGATIVE',
  'KNOWN_POSITIVE',
  'NEW_POSITIVE',
  'UNKNOWN',
  'DECLINED',
] as const
export const due_states = ['DUE', 'OVERDUE', 'PLANNED'] as const

export const contact_kinds = ['ANTENATAL', 'POSTNATAL'] as const
export const contact_places = ['CLINIC', 'HOME', 'WARD'] as const
export const presentations = ['CEPHALIC', 'BREECH', 'TRANSVERSE', 'OBLIQUE', 'UNSURE'] as const
export const movements = ['NORMAL', 'LESS', 'NONE'] as const
export const urine_words = ['NEG', 'TRACE', 'P1', 'P2', 'P3', 'P4'] as const
export const feedings = ['BREAST_ONLY', 'MIXED', 'FORMULA', 'EXPRESSED'] as const
export const jaundices = ['NONE', 'FACE', 'CHEST', 'LIMBS'] as const

export const stages = ['LATENT', 'ACTIVE', 'SECOND', 'THIRD', 'FOURTH', 'ENDED'] as const
export type Stage = (typeof stages)[number]
export const live_stages = ['LATENT', 'ACTIVE', 'SECOND', 'THIRD', 'FOURTH'] as const
export const charts = ['LCG', 'PARTOGRAPH'] as const
export type Chart = (typeof charts)[number]
export const labour_outcomes = [
  'DELIVERED',
  'REFERRED',
  'CAESAREAN_ELSEWHERE',
  'FALSE_LABOUR',
  'LEFT',
  'DIED',
] as const
export type LabourOutcome = (typeof labour_outcomes)[number]
export const membrane_states = ['INTACT', 'RUPTURED'] as const
export const liquors = ['C', 'M1', 'M2', 'M3', 'B'] as const
export const given_words = ['YES', 'NO', 'DECLINED'] as const
export const postures = ['MOBILE', 'UPRIGHT', 'SIDE', 'SUPINE'] as const
export const decelerations = ['NONE', 'EARLY', 'LATE', 'VARIABLE'] as const
export const head_positions = ['ANTERIOR', 'POSTERIOR', 'TRANSVERSE'] as const
export const uterus_words = ['FIRM', 'SOFT'] as const
export const alert_levels = ['ALERT', 'DANGER'] as const
export type AlertLevel = (typeof alert_levels)[number]
export const labour_alert_states = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED'] as const

export const birth_outcomes = ['LIVE', 'FRESH_STILLBIRTH', 'MACERATED_STILLBIRTH'] as const
export const birth_modes = ['SPONTANEOUS', 'VACUUM', 'FORCEPS', 'BREECH', 'CAESAREAN'] as const
export const birth_places = [
  'LABOUR_WARD',
  'THEATRE',
  'WARD',
  'BEFORE_ARRIVAL',
  'HOME',
  'OTHER',
] as const
export const third_stages = ['ACTIVE', 'EXPECTANT'] as const
export const placentas = ['COMPLETE', 'INCOMPLETE', 'MANUAL'] as const
export const perineums = ['INTACT', 'TEAR_1', 'TEAR_2', 'TEAR_3', 'TEAR_4', 'EPISIOTOMY'] as const
export const notification_states = ['ISSUED', 'REPLACED', 'VOIDED'] as const

/** MAT-16: the five signs of a score. */
export const apgar_signs = ['heart', 'breathing', 'tone', 'reflex', 'colour'] as const
export const apgar_minutes = [1, 5, 10] as const
