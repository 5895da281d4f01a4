// The words of nursing, the chapter's to the letter (care 2.10, 3.6).

export const task_categories = [
  'OBSERVATION',
  'MEDICATION',
  'HYGIENE',
  'WOUND',
  'MOBILITY',
  'FEEDING',
  'MONITORING',
  'OTHER',
] as const
export const task_states = ['OPEN', 'IN_PROGRESS', 'DONE', 'MISSED', 'CANCELLED'] as const
export const task_moves = ['start', 'complete', 'miss', 'cancel'] as const
export const task_timings = ['UPCOMING', 'DUE', 'LATE', 'OVERDUE', 'DONE'] as const
export const task_priorities = ['ROUTINE', 'URGENT', 'STAT'] as const
export const task_gates = ['ADMISSION', 'TRANSFER', 'PROCEDURE', 'DISCHARGE'] as const
export type TaskGate = (typeof task_gates)[number]

export const shifts = ['MORNING', 'AFTERNOON', 'NIGHT'] as const
export const handover_states = ['DRAFT', 'GIVEN', 'ACCEPTED'] as const
export const handover_moves = ['give', 'accept'] as const

export const fluid_directions = ['IN', 'OUT'] as const
export const fluids_in = ['ORAL', 'IV', 'BLOOD', 'NG', 'FEED', 'IRRIGATION', 'OTHER'] as const
export const fluids_out = [
  'URINE',
  'VOMIT',
  'NG_ASPIRATE',
  'DRAIN',
  'STOOL',
  'BLOOD_LOSS',
  'DIALYSIS',
  'OTHER',
] as const
export const fluid_kinds = [
  'ORAL',
  'IV',
  'BLOOD',
  'NG',
  'FEED',
  'IRRIGATION',
  'URINE',
  'VOMIT',
  'NG_ASPIRATE',
  'DRAIN',
  'STOOL',
  'BLOOD_LOSS',
  'DIALYSIS',
  'OTHER',
] as const
