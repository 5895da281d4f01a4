// The words of certificates, the chapter's to the letter (care 2.5, 3.2).

export const certificate_kinds = [
  'SICK_SHEET',
  'MEDICAL_REPORT',
  'FITNESS',
  'ATTENDANCE',
  'LIGHT_DUTY',
  'DEATH_NOTIFICATION',
] as const
export type CertificateKind = (typeof certificate_kinds)[number]
export const certificate_states = ['DRAFT', 'ISSUED', 'REPLACED', 'VOIDED'] as const
export const certificate_moves = ['issue', 'void'] as const

export const death_manners = [
  'NATURAL',
  'ACCIDENT',
  'SUICIDE',
  'ASSAULT',
  'PENDING',
  'UNDETERMINED',
] as const
export const maternal_words = ['NO', 'PREGNANT', 'WITHIN_42_DAYS', 'LATE'] as const
/** A line may be filled only when the one above it is (CAR-33). */
export const cause_lines = ['cause_a', 'cause_b', 'cause_c', 'cause_d'] as const

/** Each kind counts by itself, without a gap. */
export const certificate_sequences: Readonly<
  Record<CertificateKind, { kind: string; label: string; prefix: string }>
> = {
  SICK_SHEET: { kind: 'sick_sheet', label: 'Sick sheet', prefix: 'SCK' },
  MEDICAL_REPORT: { kind: 'medical_report', label: 'Medical report', prefix: 'MED' },
  FITNESS: { kind: 'fitness_certificate', label: 'Certificate of fitness', prefix: 'FIT' },
  ATTENDANCE: { kind: 'attendance_certificate', label: 'Certificate of attendance', prefix: 'ATT' },
  LIGHT_DUTY: { kind: 'light_duty', label: 'Certificate of light duty', prefix: 'LDT' },
  DEATH_NOTIFICATION: { kind: 'death_notification', label: 'Notification of death', prefix: 'DTH' },
}
