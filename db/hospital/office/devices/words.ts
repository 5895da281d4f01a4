export const station_roles = [
  'reception',
  'cashier',
  'pharmacy',
  'laboratory',
  'ward',
  'admin',
] as const
export const key_scopes = ['dpapi', 'cng'] as const
export const activation_states = ['PENDING', 'CLAIMED', 'EXPIRED', 'CANCELLED'] as const
export const device_states = ['ACTIVE', 'LAPSED', 'REVOKED'] as const
export const revoke_reasons = ['LOST', 'STOLEN', 'REPLACED', 'RETIRED', 'OTHER'] as const
export const device_event_kinds = [
  'ACTIVATED',
  'RENEWED',
  'SIGNED_IN',
  'REFUSED',
  'LAPSED',
  'EXTENDED',
  'REVOKED',
  'CHANGED',
] as const
/** What a signature is for; it fits nothing else (PLT-87). */
export const proof_purposes = ['lease', 'sign-in', 'refresh', 'act'] as const
export type ProofPurpose = (typeof proof_purposes)[number]
export type RevokeReason = (typeof revoke_reasons)[number]
