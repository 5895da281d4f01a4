// The words of laboratory and imaging, the chapter's to the letter (diagnostics 2).

export const disciplines = ['LAB', 'IMAGING'] as const
export type Discipline = (typeof disciplines)[number]
export const test_kinds = ['SINGLE', 'PANEL'] as const
export const value_types = ['NUMERIC', 'TEXT', 'CODED', 'CALCULATED', 'CULTURE', 'NONE'] as const
export type ValueType = (typeof value_types)[number]
export const entry_places = ['LAB', 'POC', 'BOTH'] as const
export const portal_rules = ['IMMEDIATE', 'DELAYED', 'AFTER_REVIEW', 'NEVER'] as const
export type PortalRule = (typeof portal_rules)[number]
export const modalities = [
  'XR',
  'US',
  'CT',
  'MR',
  'MG',
  'FL',
  'ECHO',
  'ECG',
  'EEG',
  'DXA',
  'ENDO',
] as const
export type Modality = (typeof modalities)[number]
export const sides = ['LEFT', 'RIGHT', 'BOTH'] as const
export type Side = (typeof sides)[number]
export const side_needs = ['NONE', 'REQUIRED'] as const
export const contrast_needs = ['NONE', 'POSSIBLE', 'REQUIRED'] as const
export const alert_kinds = ['RESULT', 'MICROBIOLOGY', 'IMAGING'] as const
export const storages = ['ROOM', 'COLD', 'FROZEN'] as const
export const reason_kinds = [
  'REJECT',
  'CANCEL',
  'UNAVAILABLE',
  'RETURN',
  'AMEND',
  'DISMISS',
] as const
export type ReasonKind = (typeof reason_kinds)[number]
export const named_sexes = ['Male', 'Female'] as const
export const age_units = ['D', 'W', 'M', 'Y'] as const
export type AgeUnit = (typeof age_units)[number]
export const pregnancy_states = [
  'NOT_PREGNANT',
  'PREGNANT',
  'TRIMESTER_1',
  'TRIMESTER_2',
  'TRIMESTER_3',
  'POSTPARTUM',
] as const
export type PregnancyState = (typeof pregnancy_states)[number]

export const verdicts = ['NORMAL', 'ABNORMAL', 'CRITICAL'] as const
export const flags = [
  'NORMAL',
  'LOW',
  'HIGH',
  'ABNORMAL',
  'CRITICAL_LOW',
  'CRITICAL_HIGH',
  'CRITICAL',
] as const
export type ResultFlag = (typeof flags)[number]
export const isCritical = (flag: ResultFlag | null): boolean =>
  flag !== null && flag.startsWith('CRITICAL')
export const comparators = ['<', '<=', '>', '>='] as const
export type Comparator = (typeof comparators)[number]

export const priorities = ['ROUTINE', 'URGENT', 'STAT'] as const
export type Priority = (typeof priorities)[number]
export const order_states = [
  'REQUESTED',
  'IN_PROGRESS',
  'PART_RELEASED',
  'COMPLETED',
  'CANCELLED',
] as const
export type OrderState = (typeof order_states)[number]
export const item_states = [
  'ORDERED',
  'SCHEDULED',
  'ARRIVED',
  'COLLECTED',
  'RECEIVED',
  'IN_PROGRESS',
  'ACQUIRED',
  'RESULTED',
  'VERIFIED',
  'REPORTED',
  'PART_RELEASED',
  'RELEASED',
  'CANCELLED',
] as const
export type ItemState = (typeof item_states)[number]
export const line_states = ['PENDING', 'ENTERED', 'VERIFIED', 'RELEASED', 'CANCELLED'] as const
export type LineState = (typeof line_states)[number]
export const specimen_states = [
  'EXPECTED',
  'COLLECTED',
  'RECEIVED',
  'REJECTED',
  'CANCELLED',
] as const
export const identity_checks = ['WRISTBAND', 'NAME_AND_BIRTH', 'PHOTO', 'GUARDIAN'] as const
export const conditions = ['HAEMOLYSED', 'LIPAEMIC', 'ICTERIC', 'SMALL', 'DELAYED'] as const
export type Condition = (typeof conditions)[number]
export const result_sources = ['MANUAL', 'ANALYSER', 'POC', 'CALCULATED'] as const
export const holds = [
  'DELTA',
  'QC_OUT',
  'QC_DUE',
  'INSTRUMENT_FLAG',
  'SPECIMEN',
  'INVALID',
] as const
export type Hold = (typeof holds)[number]
export const alert_states = ['OPEN', 'ACKNOWLEDGED', 'CONFIRMED', 'WITHDRAWN'] as const
export const call_channels = ['PHONE', 'IN_PERSON', 'RADIO'] as const
export const call_outcomes = ['CONFIRMED', 'REACHED_NO_READBACK', 'UNABLE_TO_REACH'] as const

export const growths = ['PENDING', 'NO_GROWTH', 'GROWTH', 'MIXED', 'CONTAMINATED'] as const
export type Growth = (typeof growths)[number]
export const significances = ['SIGNIFICANT', 'COLONISER', 'CONTAMINANT'] as const
export const sensitivity_methods = ['DISC', 'MIC', 'GRADIENT', 'AUTOMATED'] as const
export type SensitivityMethod = (typeof sensitivity_methods)[number]
export const breakpoint_methods = ['DISC', 'MIC'] as const
export const interpretations = ['S', 'I', 'R'] as const
export type Interpretation = (typeof interpretations)[number]
export const organism_groups = [
  'STAPH',
  'STREP',
  'ENTEROCOCCUS',
  'ENTEROBACTERALES',
  'PSEUDOMONAS',
  'ACINETOBACTER',
  'HAEMOPHILUS',
  'NEISSERIA',
  'YEAST',
  'MYCOBACTERIUM',
  'OTHER',
] as const
export const aware_groups = ['ACCESS', 'WATCH', 'RESERVE'] as const
export const microbiology_lists = ['organisms', 'antibiotics', 'breakpoints', 'marks'] as const

export const instrument_states = ['IN_USE', 'DOWN', 'MAINTENANCE', 'RETIRED'] as const
export const analyser_protocols = ['HL7', 'ASTM', 'FILE'] as const
export type AnalyserProtocol = (typeof analyser_protocols)[number]
export const connection_modes = ['LISTEN', 'CONNECT'] as const
export const order_sendings = ['NEVER', 'ON_RECEIVE', 'ON_QUERY'] as const
export const encodings = ['utf-8', 'iso-8859-1'] as const
export const lot_kinds = ['IQC', 'EQA'] as const
export const target_sources = ['MANUFACTURER', 'OWN'] as const
export const run_sources = ['MANUAL', 'ANALYSER'] as const
export const control_verdicts = ['IN', 'WARNING', 'OUT'] as const
export type ControlVerdict = (typeof control_verdicts)[number]
export const control_decisions = ['REPEATED', 'CORRECTED', 'ACCEPTED'] as const
export const westgard_rules = ['1_2s', '1_3s', '2_2s', 'R_4s', '4_1s', '10x', '7T'] as const
export type WestgardRule = (typeof westgard_rules)[number]
export const rule_settings = ['OFF', 'WARNING', 'OUT'] as const
export type RuleSetting = (typeof rule_settings)[number]
export const qc_states = ['NOT_NEEDED', 'DUE', 'IN_CONTROL', 'WARNING', 'OUT'] as const
export type QcVerdict = (typeof qc_states)[number]

export const message_directions = ['IN', 'OUT'] as const
export const message_states = [
  'DONE',
  'PART',
  'UNMATCHED',
  'DUPLICATE',
  'REFUSED',
  'DISMISSED',
  'SENT',
  'FAILED',
] as const
export type MessageState = (typeof message_states)[number]
export const analyser_line_kinds = ['PATIENT', 'CONTROL'] as const
export const analyser_line_states = [
  'MATCHED',
  'UNMATCHED',
  'IGNORED',
  'LATE',
  'DISMISSED',
] as const
export type AnalyserLineState = (typeof analyser_line_states)[number]
export const analyser_problems = [
  'NO_SPECIMEN',
  'BAD_NUMBER',
  'NOT_RECEIVED',
  'CODE_NOT_MAPPED',
  'NOT_ORDERED',
  'OUT_OF_VALID',
  'WRONG_UNIT',
  'BLANK',
  'NO_TARGET',
] as const
export type AnalyserProblem = (typeof analyser_problems)[number]

export const auto_steps = ['VERIFY', 'RELEASE', 'BOTH'] as const
export const auto_sources = ['ANALYSER', 'ANY'] as const
export const auto_flags = ['NORMAL', 'ABNORMAL'] as const

/** What a row of the bench waits for (DIA-55). */
/** 50 by 25 mm, and 70 by 35 for pots and jars. */
export const label_sizes = ['SMALL', 'LARGE'] as const
export type LabelSize = (typeof label_sizes)[number]

export const worklists = [
  'COLLECT',
  'RECEIVE',
  'ENTER',
  'VERIFY',
  'RELEASE',
  'HELD',
  'RECOLLECT',
  'OVERDUE',
  'IN_TRANSIT_LATE',
  'SINGLE_HANDED',
] as const
export type Worklist = (typeof worklists)[number]
