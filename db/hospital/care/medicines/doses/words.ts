// The words of doses, the chapter's to the letter (care 2.9, 3.5).

export const dose_states = [
  'SCHEDULED',
  'RUNNING',
  'GIVEN',
  'PARTIAL',
  'WITHHELD',
  'REFUSED',
  'MISSED',
  'NOT_AVAILABLE',
  'CANCELLED',
  'VOIDED',
] as const
export type DoseState = (typeof dose_states)[number]
export const dose_timings = ['UPCOMING', 'DUE', 'LATE', 'OVERDUE', 'DONE'] as const
export type DoseTiming = (typeof dose_timings)[number]
export const dose_kinds = ['SCHEDULED', 'STAT', 'PRN', 'INFUSION', 'UNPRESCRIBED'] as const
export type DoseKind = (typeof dose_kinds)[number]
export const dose_sources = ['PATIENT_SUPPLY', 'WARD_STOCK', 'OWN', 'EMERGENCY_BOX'] as const
export type DoseSource = (typeof dose_sources)[number]

export const withheld_reasons = [
  'NBM',
  'LOW_BP',
  'LOW_PULSE',
  'LOW_GLUCOSE',
  'SEDATED',
  'DOCTOR_ASKED',
  'ADVERSE_REACTION',
  'NO_ACCESS',
  'AWAY',
  'OTHER',
] as const
export const refused_reasons = ['TASTE', 'SIDE_EFFECT', 'BELIEF', 'COST', 'OTHER'] as const
export const unavailable_reasons = ['OUT_OF_STOCK', 'NOT_DISPENSED', 'NOT_PAID', 'OTHER'] as const
export const missed_reasons = [
  'WARD_BUSY',
  'PATIENT_AWAY',
  'FORGOTTEN',
  'DOWNTIME',
  'AUTO',
  'OTHER',
] as const
