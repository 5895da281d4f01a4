import { life } from '../../core/states.ts'

export const operator_states = ['active', 'paused'] as const
export const prefix_states = ['allocated', 'unallocated', 'refused'] as const
export const override_sources = ['manual', 'learned'] as const
export const link_kinds = ['smpp', 'http', 'simulator'] as const
export const link_states = ['stopped', 'connecting', 'up', 'throttled', 'down', 'refused'] as const
export type LinkState = (typeof link_states)[number]
export const resend_ways = ['never', 'otp', 'always'] as const
export const receipt_ways = ['every_part', 'first_part', 'last_part', 'none'] as const
export const document_kinds = [
  'business_registration',
  'tin_certificate',
  'letter_of_authorisation',
  'sample_message',
  'identity',
] as const

export const operator_life = life('operator', operator_states, {
  pause: { from: ['active'], to: 'paused', permission: 'gateway:operate' },
  resume: { from: ['paused'], to: 'active', permission: 'gateway:operate' },
})

/** MSG 3.6; all but start and stop are made by the link itself. */
export const link_life = life('link', link_states, {
  start: {
    from: ['stopped', 'refused', 'down'],
    to: 'connecting',
    permission: 'gateway:operate',
  },
  stop: {
    from: ['connecting', 'up', 'throttled', 'down', 'refused'],
    to: 'stopped',
    permission: 'gateway:operate',
  },
  connect: { from: ['down', 'refused'], to: 'connecting', house: true },
  bind: { from: ['connecting'], to: 'up', house: true },
  throttle: { from: ['up'], to: 'throttled', house: true },
  recover: { from: ['throttled'], to: 'up', house: true },
  lose: { from: ['up', 'throttled', 'connecting'], to: 'down', house: true },
  refuse: { from: ['connecting'], to: 'refused', house: true },
})
