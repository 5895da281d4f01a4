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
