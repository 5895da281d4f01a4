export const user_kinds = ['STAFF', 'PATIENT', 'PLATFORM'] as const
export const user_states = ['INVITED', 'ACTIVE', 'SUSPENDED', 'CLOSED'] as const
export const session_methods = ['PASSWORD', 'PASSWORD_2FA', 'PIN', 'SUPPORT'] as const
export const sign_in_outcomes = [
  'OK',
  'WRONG_PASSWORD',
  'WRONG_CODE',
  'WRONG_PIN',
  'LOCKED',
  'REFUSED',
] as const
export const code_purposes = ['RESET', 'INVITATION', 'CONTACT'] as const
/** What an access review looks for (PLT-50). */
export const review_flags = ['dormant', 'conflict', 'left', 'no_staff', 'no_2fa', 'ending'] as const
