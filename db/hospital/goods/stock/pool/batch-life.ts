// The life of a batch (3.1): held and let go by people, expired and recalled by the house.

import type { Caller } from '../../../../core/caller.ts'
import { life } from '../../../../core/states.ts'
import { conflict } from '../../../../core/refusal.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { BatchRow } from './batches.ts'
import { batch_moves, batches } from './tables.ts'
import { batch_states } from './words.ts'

const quality = 'stock:quality'

const batch_life = life('batch', batch_states, {
  hold: { from: ['AVAILABLE'], to: 'ON_HOLD', permission: quality, reason: 'required' },
  release_hold: { from: ['ON_HOLD'], to: 'AVAILABLE', permission: quality, reason: 'required' },
  recall: { from: ['AVAILABLE', 'ON_HOLD', 'EXPIRED'], to: 'RECALLED', house: true },
  withdraw: { from: ['RECALLED'], to: 'ON_HOLD', house: true },
  expire: { from: ['AVAILABLE', 'ON_HOLD'], to: 'EXPIRED', house: true },
})

export const batchLife = recordWithLife(batches, {
  life: batch_life,
  called: ({ lot }) => lot ?? '(no lot)',
  history: historyIn(batch_moves),
})

export async function hold(caller: Caller, id: string, reason: string): Promise<BatchRow> {
  const before = await batchLife.begin(caller, id, 'hold')
  return batchLife.moved(caller, before, 'hold', { hold_reason: reason }, reason)
}

export async function releaseHold(caller: Caller, id: string, note: string): Promise<BatchRow> {
  const before = await batchLife.begin(caller, id, 'release_hold')
  if (before.expiry !== null && before.expiry < (await today(caller))) {
    throw conflict(`Lot ${before.lot ?? '(none)'} expired on ${before.expiry}.`, 'expired')
  }
  return batchLife.moved(caller, before, 'release_hold', { hold_reason: null }, note)
}
