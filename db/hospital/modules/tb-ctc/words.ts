// The words of TB and HIV care, the chapter's to the letter (modules D.2, D.3).

export const case_states = ['PRESUMPTIVE', 'ON_TREATMENT', 'CLOSED'] as const
export type CaseState = (typeof case_states)[number]
export const found_by = ['CLINIC', 'CONTACT', 'CTC', 'COMMUNITY', 'SELF', 'SCREENING'] as const
export const sites = ['PULMONARY', 'EXTRAPULMONARY'] as const
export const diagnoses = ['BACTERIOLOGICAL', 'CLINICAL'] as const
export const histories = [
  'NEW',
  'RELAPSE',
  'AFTER_FAILURE',
  'AFTER_LOSS',
  'OTHER_TREATED',
  'UNKNOWN',
  'TRANSFER_IN',
] as const
export const resistances = ['NOT_TESTED', 'SENSITIVE', 'RR', 'HR', 'MDR', 'PRE_XDR', 'XDR'] as const
export type Resistance = (typeof resistances)[number]
export const hiv_states = ['POSITIVE', 'NEGATIVE', 'UNKNOWN', 'DECLINED'] as const
export const categories = ['ADULT', 'CHILD'] as const
export type Category = (typeof categories)[number]
export const treatment_places = ['FACILITY', 'HOME', 'WORK', 'WARD'] as const
export const dose_marks = ['OBSERVED', 'SUPPORTER', 'SELF', 'MISSED', 'HELD'] as const
export type DoseMark = (typeof dose_marks)[number]
export const taken_marks: readonly DoseMark[] = ['OBSERVED', 'SUPPORTER', 'SELF']
export const sputum_results = ['NEGATIVE', 'POSITIVE', 'CONTAMINATED', 'NOT_DONE'] as const
export const follow_up_states = ['NOT_YET', 'DUE', 'OVERDUE', 'DONE'] as const
export const regimen_actions = ['CHANGE', 'HOLD', 'RESUME'] as const
export const outcomes = [
  'CURED',
  'COMPLETED',
  'FAILED',
  'DIED',
  'LOST',
  'NOT_EVALUATED',
  'TRANSFERRED_OUT',
  'MOVED_TO_DR',
  'NOT_TB',
] as const
export type Outcome = (typeof outcomes)[number]
export const overdue_kinds = ['dose', 'follow_up', 'register'] as const

export const client_states = [
  'ACTIVE',
  'INTERRUPTED',
  'TRANSFERRED_OUT',
  'STOPPED',
  'DIED',
  'COMPLETED',
] as const
export const stages = ['PRE_ART', 'ON_ART', 'STOPPED'] as const
export const entries = [
  'OPD',
  'IPD',
  'VCT',
  'PMTCT',
  'TB',
  'STI',
  'COMMUNITY',
  'EXPOSED_INFANT',
  'TRANSFER_IN',
  'OTHER',
] as const
export const models = ['MONTHLY', 'MULTI_3', 'MULTI_6', 'GROUP', 'FAST_TRACK'] as const
export type SupplyModel = (typeof models)[number]
export const viral_load_states = [
  'NOT_ELIGIBLE',
  'DUE',
  'OVERDUE',
  'PENDING',
  'SUPPRESSED',
  'LOW_LEVEL',
  'HIGH',
  'COUNSELLING',
  'REPEAT_DUE',
] as const
export type ViralLoadState = (typeof viral_load_states)[number]
export const visit_kinds = [
  'SCHEDULED',
  'UNSCHEDULED',
  'REFILL',
  'SUPPORTER',
  'LAB',
  'HOME',
] as const
export const functions = ['WORKING', 'AMBULATORY', 'BEDRIDDEN'] as const
export const tb_statuses = ['NO_SIGNS', 'PRESUMPTIVE', 'ON_TREATMENT', 'ON_TPT'] as const
export const adherence_methods = ['PILL_COUNT', 'REPORT', 'REFILL'] as const
export const adherence_classes = ['GOOD', 'FAIR', 'POOR', 'UNCERTAIN'] as const
export type AdherenceClass = (typeof adherence_classes)[number]
export const arv_states = ['NO_ARV', 'START', 'CONTINUE', 'CHANGE', 'STOP', 'RESTART'] as const
export const art_actions = ['START', 'SUBSTITUTE', 'SWITCH', 'STOP', 'RESTART'] as const
export type ArtAction = (typeof art_actions)[number]
export const client_outcomes = ['TRANSFERRED_OUT', 'OPTED_OUT', 'DIED', 'COMPLETED'] as const

export const tb_papers = ['card', 'identity_card', 'transfer', 'dot_sheet'] as const
export const client_papers = ['card', 'transfer', 'appointment'] as const
