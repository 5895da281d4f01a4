// The words of vitals, the chapter's to the letter (front office 2.7).

export const temperature_sites = ['AXILLARY', 'ORAL', 'RECTAL', 'TYMPANIC', 'FOREHEAD'] as const
export const bp_positions = ['SITTING', 'LYING', 'STANDING'] as const
export const bp_arms = ['LEFT', 'RIGHT'] as const
export const heart_rhythms = ['REGULAR', 'IRREGULAR'] as const
export const efforts = ['NORMAL', 'MILD', 'MODERATE', 'SEVERE'] as const
export const deliveries = [
  'ROOM_AIR',
  'NASAL_CANNULA',
  'MASK',
  'NON_REBREATHER',
  'CPAP',
  'VENTILATOR',
] as const
export const consciousness_words = ['ALERT', 'CONFUSION', 'VOICE', 'PAIN', 'UNRESPONSIVE'] as const
export const glucose_contexts = ['RANDOM', 'FASTING', 'AFTER_MEAL'] as const
export const height_positions = ['STANDING', 'LYING'] as const
export const mobilities = [
  'WALKING',
  'WITH_HELP',
  'STRETCHER',
  'NORMAL_FOR_AGE',
  'NOT_NORMAL_FOR_AGE',
] as const
export const vital_sources = ['MANUAL', 'DEVICE'] as const
export const vitals_states = ['FINAL', 'AMENDED', 'VOIDED'] as const
export const flag_words = ['LOW', 'HIGH', 'CRITICAL_LOW', 'CRITICAL_HIGH'] as const
export const score_codes = ['NEWS2', 'PEWS', 'MEOWS', 'TEWS'] as const
export type ScoreCode = (typeof score_codes)[number]
export const score_bands = ['LOW', 'LOW_MEDIUM', 'MEDIUM', 'HIGH'] as const
export type ScoreBand = (typeof score_bands)[number]

export const vital_alert_kinds = [
  'CRITICAL_VALUE',
  'EARLY_WARNING',
  'OBSERVATION_LATE',
  'MALNUTRITION',
  'GROWTH_FALTER',
  'WEIGHT_CHANGE',
  'PREGNANCY_BLOOD_PRESSURE',
] as const
export type VitalAlertKind = (typeof vital_alert_kinds)[number]
export const vital_alert_severities = ['WARNING', 'DANGER'] as const
export type VitalAlertSeverity = (typeof vital_alert_severities)[number]
export const vital_alert_states = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED'] as const

export const table_codes = [
  'RANGES',
  'CRITICAL_LIMITS',
  'PLAUSIBILITY',
  'NEWS2',
  'PEWS',
  'MEOWS',
  'TEWS',
  'OBSERVE_EVERY',
  'MUAC',
  'GROWTH',
  'TRIAGE_TARGETS',
  'DISCRIMINATORS',
] as const
export type TableCode = (typeof table_codes)[number]

export const growth_indicators = ['WFA', 'LHFA', 'WFLH', 'BFA', 'HCFA', 'ACFA'] as const
export type GrowthIndicator = (typeof growth_indicators)[number]
/** What the rows of a growth table go by: age in days or months, or a length or height in cm. */
export const growth_axes = ['DAY', 'MONTH', 'LENGTH', 'HEIGHT'] as const
export type GrowthAxis = (typeof growth_axes)[number]
export const growth_sexes = ['Male', 'Female'] as const
export const growth_classes = [
  'SEVERE_ACUTE',
  'MODERATE_ACUTE',
  'STUNTED',
  'UNDERWEIGHT',
  'NORMAL',
  'OVERWEIGHT',
  'OBESE',
] as const
export type GrowthClass = (typeof growth_classes)[number]

export const acuities = ['RED', 'ORANGE', 'YELLOW', 'GREEN', 'BLUE'] as const
export type Acuity = (typeof acuities)[number]
export const acuityOf = (category: number): Acuity => acuities[category - 1] as Acuity

export const bmi_classes = [
  'SEVERE_THINNESS',
  'MODERATE_THINNESS',
  'MILD_THINNESS',
  'NORMAL',
  'OVERWEIGHT',
  'OBESE',
] as const
export const nutrition_classes = ['NORMAL', 'MODERATE', 'SEVERE'] as const
