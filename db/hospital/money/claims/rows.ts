// Claims and batches as rows, their lives as data (3.6).

import type { Caller } from '../../../core/caller.ts'
import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { claim_batch_moves, claim_batches, claim_lines, claim_moves, claims } from './tables.ts'
import { batch_states, claim_states } from './words.ts'

export type ClaimRow = RowOf<(typeof claims)['columns']>
export type LineRow = RowOf<(typeof claim_lines)['columns']>
export type BatchRow = RowOf<(typeof claim_batches)['columns']>
type Of = Pick<Caller, 'hospital_id'>

const manage = 'claim:manage'
const decide = 'claim:decide'
export const claim_life = life('claim', claim_states, {
  validate: { from: ['DRAFT', 'REJECTED'], to: 'READY', permission: manage },
  reopen: { from: ['READY'], to: 'DRAFT', permission: manage },
  add: { from: ['READY'], to: 'BATCHED', permission: manage },
  remove: { from: ['BATCHED'], to: 'READY', permission: manage },
  submit: { from: ['BATCHED'], to: 'SUBMITTED', house: true },
  acknowledge: { from: ['SUBMITTED'], to: 'ACCEPTED', permission: manage },
  reject: { from: ['SUBMITTED'], to: 'REJECTED', house: true },
  pay: { from: ['SUBMITTED', 'ACCEPTED', 'PART_PAID', 'APPEALED'], to: 'PAID', house: true },
  part_pay: {
    from: ['SUBMITTED', 'ACCEPTED', 'PART_PAID', 'APPEALED'],
    to: 'PART_PAID',
    house: true,
  },
  deny: {
    from: ['SUBMITTED', 'ACCEPTED', 'PART_PAID', 'APPEALED'],
    to: 'DENIED',
    house: true,
  },
  deny_again: { from: ['APPEALED'], to: 'DENIED_FINAL', house: true },
  appeal: { from: ['PART_PAID', 'DENIED'], to: 'APPEALED', permission: decide },
  close: {
    from: ['PAID', 'PART_PAID', 'DENIED', 'DENIED_FINAL'],
    to: 'CLOSED',
    permission: decide,
  },
  cancel: { from: ['DRAFT', 'READY', 'REJECTED'], to: 'CANCELLED', permission: manage },
})

export const batch_life = life('batch', batch_states, {
  seal: { from: ['OPEN'], to: 'SEALED', permission: 'claim:submit' },
  reopen: { from: ['SEALED'], to: 'OPEN', permission: 'claim:submit' },
  submit: { from: ['SEALED'], to: 'SUBMITTED', permission: 'claim:submit' },
  part_settle: { from: ['SUBMITTED', 'SETTLED'], to: 'PART_SETTLED', house: true },
  settle: { from: ['SUBMITTED', 'PART_SETTLED'], to: 'SETTLED', house: true },
})

export const claimRecord = recordWithLife(claims, {
  life: claim_life,
  called: ({ number }) => number,
  history: historyIn(claim_moves, 'claim_id'),
  sequence: 'claim',
})

export const batchRecord = recordWithLife(claim_batches, {
  life: batch_life,
  type: 'claim_batch',
  called: ({ number }) => number,
  history: historyIn(claim_batch_moves, 'batch_id'),
  sequence: 'claim_batch',
})

export const linesOf = (
  { hospital_id }: Of,
  claim_id: string | readonly string[],
): Promise<LineRow[]> =>
  claim_lines.all({ hospital_id, claim_id, live: true }, { order: ['claim_id', 'position'] })
