export const purchase_states = ['PENDING', 'PAID', 'CANCELLED', 'REJECTED', 'EXPIRED'] as const
export const licence_states = [
  'EVALUATION',
  'ACTIVE',
  'ENDING',
  'GRACE',
  'ENDED',
  'UNLICENSED',
] as const
export type LicenceState = (typeof licence_states)[number]
export const licence_sources = ['EVALUATION', 'PURCHASE', 'FILE'] as const
