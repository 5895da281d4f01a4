// The words of emergencies, the chapter's to the letter (front office 2.10, 3.6).

export const arrival_modes = ['WALK_IN', 'AMBULANCE', 'REFERRED', 'POLICE', 'OTHER'] as const
export const emergency_categories = [
  'MEDICAL',
  'SURGICAL',
  'TRAUMA_ROAD',
  'TRAUMA_OTHER',
  'BURN',
  'OBSTETRIC',
  'NEONATAL',
  'POISONING',
  'SNAKE_BITE',
  'ANIMAL_BITE',
  'ASSAULT',
  'GENDER_VIOLENCE',
  'CHILD_ABUSE',
  'PSYCHIATRIC',
  'OTHER',
] as const
export type EmergencyCategory = (typeof emergency_categories)[number]

export const emergency_states = [
  'ARRIVED',
  'TRIAGED',
  'IN_TREATMENT',
  'OBSERVATION',
  'DISPOSED',
] as const
export type EmergencyState = (typeof emergency_states)[number]
export const emergency_moves = [
  'triage',
  're-triage',
  'reopen',
  'start treatment',
  'observe',
  'back to treatment',
  'dispose',
] as const
export const zones = ['RESUS', 'MAJORS', 'MINORS', 'OBSERVATION', 'ISOLATION', 'WAITING'] as const
export const dispositions = [
  'ADMITTED',
  'DISCHARGED',
  'REFERRED',
  'LEFT_AGAINST_ADVICE',
  'ABSCONDED',
  'DIED',
  'DEAD_ON_ARRIVAL',
  'TO_CLINIC',
] as const
export type Disposition = (typeof dispositions)[number]
/** 3.6: of somebody who was not triaged. */
export const before_triage: readonly Disposition[] = ['ABSCONDED', 'DEAD_ON_ARRIVAL', 'TO_CLINIC']

export const incident_kinds = [
  'ROAD',
  'FIRE',
  'BUILDING',
  'DISASTER',
  'OUTBREAK',
  'VIOLENCE',
  'OTHER',
] as const
export const incident_states = ['ACTIVE', 'STOOD_DOWN'] as const
export const untriaged_minutes = 10

/** Nobody else's business: the visit is restricted (EMG-9, PRV-3). */
export const violent: readonly EmergencyCategory[] = ['GENDER_VIOLENCE', 'CHILD_ABUSE']
