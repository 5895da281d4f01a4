// The words of consents to acts of care, the chapter's to the letter (care 2.4, 3.2).

export const care_consent_kinds = [
  'PROCEDURE',
  'ANAESTHESIA',
  'TRANSFUSION',
  'TEST',
  'OTHER',
] as const
export const signatory_relations = [
  'SELF',
  'PARENT',
  'GUARDIAN',
  'SPOUSE',
  'RELATIVE',
  'TWO_DOCTORS',
] as const
export const care_consent_states = ['GIVEN', 'REFUSED', 'WITHDRAWN', 'VOIDED'] as const
export const care_consent_moves = ['withdraw', 'void'] as const
