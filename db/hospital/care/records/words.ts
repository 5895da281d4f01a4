// The words of coded clinical records, the chapter's to the letter (care 2.1, 2.2, 3.1).

export const record_kinds = ['DIAGNOSIS', 'PROCEDURE', 'NOTE', 'SUMMARY'] as const
export type RecordKind = (typeof record_kinds)[number]
export const ranks = ['PRIMARY', 'SECONDARY', 'COMPLICATION'] as const
export const record_states = ['DRAFT', 'TO_COSIGN', 'SIGNED', 'AMENDED', 'VOIDED'] as const
export const signed_states = ['SIGNED', 'AMENDED'] as const
export const record_moves = ['sign', 'cosign', 'send_back', 'amend', 'void'] as const
export const certainties = ['PROVISIONAL', 'CONFIRMED', 'RULED_OUT'] as const
export const case_types = ['NEW', 'FOLLOW_UP'] as const
export const lateralities = ['LEFT', 'RIGHT', 'BOTH'] as const
export const note_types = [
  'HISTORY',
  'EXAMINATION',
  'ASSESSMENT',
  'PROGRESS',
  'WARD_ROUND',
  'CONSULT',
  'NURSING',
  'OPERATION',
  'COUNSELLING',
  'TELEPHONE',
  'SOCIAL',
  'OTHER',
] as const
export const void_codes = ['WRONG_PATIENT', 'WRONG_ENTRY', 'DUPLICATE', 'OTHER'] as const

export const code_systems = ['ICD10', 'ICD11', 'PROCEDURE', 'LOCAL'] as const
export type CodeSystem = (typeof code_systems)[number]
/** What a code of each system says by itself (CAR-13). */
export const kind_of_system: Readonly<Partial<Record<CodeSystem, RecordKind>>> = {
  ICD10: 'DIAGNOSIS',
  ICD11: 'DIAGNOSIS',
  PROCEDURE: 'PROCEDURE',
}
