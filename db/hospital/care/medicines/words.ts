// The words of medicines, the chapter's to the letter (care 2.6, 2.7).

export const medicine_forms = [
  'tablet',
  'capsule',
  'syrup',
  'suspension',
  'injection',
  'infusion',
  'cream',
  'ointment',
  'drops',
  'inhaler',
  'suppository',
  'pessary',
  'powder',
  'gas',
  'vaccine',
  'device',
  'other',
] as const
export type MedicineForm = (typeof medicine_forms)[number]

export const dose_units = [
  'TAB',
  'CAP',
  'ML',
  'AMP',
  'VIAL',
  'PUFF',
  'DROP',
  'SUPP',
  'SACHET',
  'UNIT',
  'G',
  'L_MIN',
] as const
export type DoseUnit = (typeof dose_units)[number]

/** What an ingredient is measured in. */
export const amount_units = ['MG', 'MCG', 'G', 'IU', 'MMOL', 'ML', 'PERCENT'] as const
export type AmountUnit = (typeof amount_units)[number]

export const routes = [
  'PO',
  'IV',
  'IM',
  'SC',
  'ID',
  'PR',
  'PV',
  'SL',
  'TOP',
  'INH',
  'NEB',
  'EYE',
  'EAR',
  'NASAL',
  'NG',
  'IT',
  'IO',
] as const
export type Route = (typeof routes)[number]

export const aware_groups = ['ACCESS', 'WATCH', 'RESERVE'] as const
export const controls = ['NONE', 'NARCOTIC', 'PSYCHOTROPIC', 'PRECURSOR'] as const
export const witness_rules = ['NONE', 'ADMINISTER', 'PREPARE_AND_ADMINISTER'] as const
export const risk_levels = ['SAFE', 'CAUTION', 'AVOID', 'CONTRAINDICATED', 'UNKNOWN'] as const
export type RiskLevel = (typeof risk_levels)[number]
/** Shipped with the product, or the hospital's own. */
export const origins = ['SHIPPED', 'OWN'] as const
export type Origin = (typeof origins)[number]

export const safety_tables = [
  'interactions',
  'dose-limits',
  'renal',
  'conditions',
  'ages',
  'cross-allergies',
  'duplicate-classes',
] as const
export type SafetyTable = (typeof safety_tables)[number]

export const interaction_severities = ['CONTRAINDICATED', 'MAJOR', 'MODERATE', 'MINOR'] as const
export type InteractionSeverity = (typeof interaction_severities)[number]
export const limit_bases = ['FLAT', 'PER_KG', 'PER_M2'] as const
export const renal_actions = ['AVOID', 'REDUCE', 'EXTEND_INTERVAL', 'MONITOR'] as const
export const rule_levels = ['CONTRAINDICATED', 'CAUTION'] as const
export const cross_levels = ['SAME', 'LIKELY', 'POSSIBLE'] as const
export const duplicate_levels = ['REFUSE', 'WARN'] as const
