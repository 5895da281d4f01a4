// The life of a visit (3.2) and of a queue entry (3.3), as data.

import { life } from '../../../core/states.ts'
import { entry_states, visit_states } from './words.ts'

const on_the_way = [
  'REGISTERED',
  'AWAITING_PAYMENT',
  'WAITING',
  'CALLED',
  'IN_SERVICE',
  'ON_HOLD',
] as const

export const visit_life = life('visit', visit_states, {
  advance: { from: [...on_the_way], to: 'WAITING', permission: 'visit:advance' },
  'await payment': { from: [...on_the_way], to: 'AWAITING_PAYMENT', house: true },
  settled: { from: ['AWAITING_PAYMENT'], to: 'WAITING', house: true },
  call: { from: ['WAITING'], to: 'CALLED', permission: 'queue:call' },
  serve: { from: ['WAITING', 'CALLED'], to: 'IN_SERVICE', permission: 'visit:advance' },
  hold: {
    from: ['WAITING', 'CALLED', 'IN_SERVICE'],
    to: 'ON_HOLD',
    permission: 'visit:advance',
  },
  resume: { from: ['ON_HOLD'], to: 'WAITING', permission: 'visit:advance' },
  'results ready': { from: ['ON_HOLD'], to: 'WAITING', house: true },
  admit: { from: [...on_the_way], to: 'ADMITTED', house: true },
  'take back admission': { from: ['ADMITTED'], to: 'ON_HOLD', house: true },
  'check out': { from: [...on_the_way], to: 'CHECKED_OUT', permission: 'visit:check-out' },
  close: { from: [...on_the_way, 'ADMITTED'], to: 'CHECKED_OUT', house: true },
  'auto close': { from: [...on_the_way], to: 'CHECKED_OUT', house: true },
  cancel: {
    from: ['REGISTERED', 'AWAITING_PAYMENT', 'WAITING', 'CALLED', 'ON_HOLD'],
    to: 'CANCELLED',
    permission: 'visit:cancel',
  },
  reopen: { from: ['CHECKED_OUT'], to: 'WAITING', permission: 'visit:reopen' },
})

export const entry_life = life('queue entry', entry_states, {
  call: { from: ['WAITING'], to: 'CALLED', permission: 'queue:call' },
  recall: { from: ['CALLED'], to: 'CALLED', permission: 'queue:call' },
  serve: { from: ['WAITING', 'CALLED'], to: 'SERVING', permission: 'queue:call' },
  finish: { from: ['SERVING'], to: 'DONE', permission: 'queue:call' },
  skip: { from: ['WAITING', 'CALLED'], to: 'WAITING', permission: 'queue:call' },
  hold: { from: ['WAITING', 'CALLED', 'SERVING'], to: 'ON_HOLD', permission: 'queue:call' },
  resume: { from: ['ON_HOLD'], to: 'WAITING', permission: 'queue:call' },
  'no-show': { from: ['WAITING', 'CALLED'], to: 'NO_SHOW', permission: 'queue:call' },
  transfer: {
    from: ['WAITING', 'CALLED', 'SERVING', 'ON_HOLD'],
    to: 'TRANSFERRED',
    permission: 'queue:call',
  },
  cancel: { from: ['WAITING', 'CALLED', 'ON_HOLD'], to: 'CANCELLED', permission: 'queue:call' },
})
