// The words of theatre, the chapter's to the letter (modules A.2, A.3).

export const theatre_kinds = [
  'MAJOR',
  'MINOR',
  'OBSTETRIC',
  'EYE',
  'DAY_CASE',
  'PROCEDURE_ROOM',
] as const
export const room_states = ['FREE', 'IN_USE', 'CLEANING', 'CLOSED'] as const

export const session_kinds = ['ELECTIVE', 'EMERGENCY', 'MIXED'] as const
export const session_states = ['OPEN', 'PUBLISHED', 'CLOSED', 'CANCELLED'] as const

export const case_states = [
  'REQUESTED',
  'SCHEDULED',
  'SENT',
  'RECEIVED',
  'IN_THEATRE',
  'PROCEDURE_DONE',
  'IN_RECOVERY',
  'RETURNED',
  'ACCEPTED',
  'CLOSED',
  'CANCELLED',
] as const
export type CaseState = (typeof case_states)[number]

/** Between them nobody is transferred, sent on leave or discharged (OT-24). */
export const in_theatre_states = [
  'SENT',
  'RECEIVED',
  'IN_THEATRE',
  'PROCEDURE_DONE',
  'IN_RECOVERY',
  'RETURNED',
] as const satisfies readonly CaseState[]
/** A place on a list is kept for these. */
export const listed_states = [
  'SCHEDULED',
  'SENT',
  'RECEIVED',
  'IN_THEATRE',
  'PROCEDURE_DONE',
  'IN_RECOVERY',
  'RETURNED',
  'ACCEPTED',
  'CLOSED',
] as const satisfies readonly CaseState[]
/** The operation is still to come or going on: there is one such case for a procedure and its side. */
export const before_end_states = [
  'REQUESTED',
  'SCHEDULED',
  'SENT',
  'RECEIVED',
  'IN_THEATRE',
] as const satisfies readonly CaseState[]

export const case_urgencies = ['ELECTIVE', 'URGENT', 'EMERGENCY'] as const
export const sides = ['LEFT', 'RIGHT', 'BOTH', 'NOT_APPLICABLE'] as const
export const team_roles = [
  'SURGEON',
  'ASSISTANT',
  'ANAESTHETIST',
  'ANAESTHETIC_ASSISTANT',
  'SCRUB',
  'CIRCULATING',
  'RECOVERY',
  'MIDWIFE',
  'NEWBORN_CARE',
  'OBSERVER',
] as const
export const techniques = [
  'GENERAL',
  'SPINAL',
  'EPIDURAL',
  'REGIONAL',
  'LOCAL',
  'SEDATION',
  'COMBINED',
] as const
export const planned_techniques = [...techniques, 'NONE'] as const
export type Technique = (typeof planned_techniques)[number]
export const blood_components = ['WHOLE', 'RED', 'PLASMA', 'PLATELETS'] as const

export const milestones = [
  'SCHEDULED',
  'SENT',
  'RECEIVED',
  'IN_THEATRE',
  'PROCEDURE_DONE',
  'IN_RECOVERY',
  'RETURNED',
  'ACCEPTED',
] as const
export type Milestone = (typeof milestones)[number]
export const events = ['ANAESTHESIA_START', 'INCISION', 'CLOSURE', 'ANAESTHESIA_END'] as const
export type TheatreEvent = (typeof events)[number]
/** When the room was left: what time is charged by, and no milestone of its own. */
export const room_left = 'ROOM_LEFT'
export const stamp_names = [...milestones, ...events, room_left] as const
export type StampName = (typeof stamp_names)[number]

export const outcomes = ['COMPLETED', 'CONVERTED', 'ABANDONED', 'DIED_IN_THEATRE'] as const

export const phases = ['SIGN_IN', 'TIME_OUT', 'SIGN_OUT'] as const
export type Phase = (typeof phases)[number]
export const phase_states = ['OPEN', 'DONE'] as const
export const answers = ['YES', 'NO', 'NOT_APPLICABLE', 'UNRESOLVED'] as const

export const count_kinds = ['SWAB', 'PACK', 'NEEDLE', 'BLADE', 'INSTRUMENT', 'OTHER'] as const
export const count_stages = ['INITIAL', 'CLOSING', 'FINAL'] as const
export const xrays = ['TAKEN_CLEAR', 'TAKEN_SHOWS', 'NOT_POSSIBLE'] as const

export const case_parts = ['FITNESS', 'OPERATION_NOTE', 'ANAESTHESIA'] as const
export type CasePart = (typeof case_parts)[number]
export const part_states = ['DRAFT', 'SIGNED', 'AMENDED'] as const
export const decisions = ['FIT', 'FIT_WITH_CONDITIONS', 'NOT_FIT', 'REVIEW'] as const
export const airways = ['NO', 'POSSIBLE', 'YES'] as const
export const wound_classes = ['I', 'II', 'III', 'IV'] as const
export const complication_grades = ['I', 'II', 'III', 'IV', 'V'] as const

export const item_kinds = ['CONSUMABLE', 'SUTURE', 'IMPLANT', 'DRUG'] as const
export const conditions = ['GOOD', 'QUARANTINE', 'DESTROY'] as const

export const charge_bases = ['CASE', 'MINUTES'] as const
export const reason_groups = [
  'PATIENT',
  'CLINICAL',
  'FACILITY',
  'STAFF',
  'LIST',
  'MONEY',
  'OTHER',
] as const
export const paper_kinds = ['operation_note', 'anaesthesia', 'checklist'] as const
