// The two lives of a referral (front office 3.5): one that we send, one that comes to us.

import { type Life, life } from '../../../core/states.ts'
import type { Direction, ReferralMove, ReferralState } from './words.ts'

const out_states = [
  'DRAFT',
  'SENT',
  'ACCEPTED',
  'DECLINED',
  'IN_TRANSIT',
  'ARRIVED',
  'COMPLETED',
  'CANCELLED',
  'EXPIRED',
  'VOIDED',
] as const
const in_states = [
  'RECEIVED',
  'ACCEPTED',
  'DECLINED',
  'ARRIVED',
  'COMPLETED',
  'CANCELLED',
  'VOIDED',
] as const

const send = 'referral:send'
const respond = 'referral:respond'

const out_life = life('referral', out_states, {
  send: { from: ['DRAFT'], to: 'SENT', permission: send },
  accept: { from: ['SENT', 'DECLINED'], to: 'ACCEPTED', permission: respond },
  decline: { from: ['SENT'], to: 'DECLINED', permission: respond },
  resend: { from: ['DECLINED', 'SENT'], to: 'SENT', permission: send },
  depart: { from: ['SENT', 'ACCEPTED'], to: 'IN_TRANSIT', permission: send },
  arrive: { from: ['SENT', 'ACCEPTED', 'IN_TRANSIT'], to: 'ARRIVED', permission: respond },
  feedback: {
    from: ['SENT', 'ACCEPTED', 'IN_TRANSIT', 'ARRIVED'],
    to: 'COMPLETED',
    permission: respond,
  },
  cancel: { from: ['DRAFT', 'SENT', 'ACCEPTED'], to: 'CANCELLED', permission: send },
  void: { from: ['DRAFT'], to: 'VOIDED', permission: send },
  expire: { from: ['SENT', 'ACCEPTED'], to: 'EXPIRED', house: true },
})

const in_life = life('referral', in_states, {
  accept: { from: ['RECEIVED'], to: 'ACCEPTED', permission: respond },
  decline: { from: ['RECEIVED'], to: 'DECLINED', permission: respond },
  arrive: { from: ['RECEIVED', 'ACCEPTED'], to: 'ARRIVED', permission: respond },
  feedback: { from: ['ARRIVED'], to: 'COMPLETED', permission: respond },
  cancel: { from: ['RECEIVED', 'ACCEPTED'], to: 'CANCELLED', permission: send },
  void: { from: ['RECEIVED'], to: 'VOIDED', permission: send },
})

export function lifeOf(direction: Direction): Life<ReferralState, ReferralMove> {
  const own = direction === 'OUT' ? out_life : in_life
  return own as unknown as Life<ReferralState, ReferralMove>
}
