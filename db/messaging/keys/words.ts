export const key_kinds = ['standard', 'console'] as const
export const key_states = ['active', 'expired', 'revoked'] as const
export const revoked_reasons = ['revoked', 'rotated', 'account_closed', 'session_ended'] as const
