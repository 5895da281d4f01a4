import { life } from '../../core/states.ts'

export const business_kinds = [
  'hospital',
  'company',
  'ngo',
  'government',
  'school',
  'individual',
] as const
export const business_states = ['pending', 'active', 'suspended', 'closed'] as const
export type BusinessState = (typeof business_states)[number]

export const billings = ['prepaid', 'unmetered'] as const
export const languages = ['sw', 'en'] as const
export type Language = (typeof languages)[number]

export const business_life = life('business account', business_states, {
  activate: { from: ['pending'], to: 'active', permission: 'gateway:manage' },
  suspend: { from: ['active'], to: 'suspended', permission: 'gateway:manage' },
  resume: { from: ['suspended'], to: 'active', permission: 'gateway:manage' },
  close: {
    from: ['pending', 'active', 'suspended'],
    to: 'closed',
    permission: 'gateway:manage',
  },
})

/** What a call of a test key may be made to meet (MSG-583). */
export const fault_kinds = ['internal_error', 'unavailable', 'slow', 'crash_reply'] as const
export type FaultKind = (typeof fault_kinds)[number]
