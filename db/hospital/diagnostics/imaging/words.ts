// The words of imaging, the chapter's to the letter (diagnostics 2.9).

export const study_states = [
  'ORDERED',
  'SCHEDULED',
  'ARRIVED',
  'IN_PROGRESS',
  'ACQUIRED',
  'CANCELLED',
] as const
export type StudyState = (typeof study_states)[number]
export const report_states = ['NONE', 'DRAFT', 'PRELIMINARY', 'FINAL'] as const
export type ReportState = (typeof report_states)[number]
export const signed_as = ['PRELIMINARY', 'FINAL'] as const
export const boards = ['SCHEDULE', 'WAITING', 'READING', 'DONE'] as const
export type Board = (typeof boards)[number]
export const unschedule_reasons = [
  'NO_SHOW',
  'PATIENT_ASKED',
  'ROOM_DOWN',
  'NOT_PREPARED',
  'OTHER',
] as const
export const reject_reasons = [
  'POSITIONING',
  'MOTION',
  'EXPOSURE',
  'ARTEFACT',
  'EQUIPMENT',
  'OTHER',
] as const
export const contrast_routes = ['IV', 'ORAL', 'RECTAL', 'INTRATHECAL', 'OTHER'] as const

/** Those whose rays an unborn child must be kept from. */
export const ionising: ReadonlySet<string> = new Set(['XR', 'CT', 'MG', 'FL', 'DXA'])
