// Claims and batches as rows, their lives as data (3.6), and every move of them.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { record } from '../../office/audit/record.ts'
import { claim_batch_moves, claim_batches, claim_lines, claim_moves, claims } from './tables.ts'
import { batch_states, claim_states } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

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
export const claim_moves_known = Object.keys(claim_life.moves) as (keyof typeof claim_life.moves)[]

export const batch_life = life('batch', batch_states, {
  seal: { from: ['OPEN'], to: 'SEALED', permission: 'claim:submit' },
  reopen: { from: ['SEALED'], to: 'OPEN', permission: 'claim:submit' },
  submit: { from: ['SEALED'], to: 'SUBMITTED', permission: 'claim:submit' },
  part_settle: { from: ['SUBMITTED', 'SETTLED'], to: 'PART_SETTLED', house: true },
  settle: { from: ['SUBMITTED', 'PART_SETTLED'], to: 'SETTLED', house: true },
})
export const batch_moves_known = Object.keys(batch_life.moves) as (keyof typeof batch_life.moves)[]

export const claimRecord = recordOf(claims, 'claim')

export const batchRecord = recordOf(claim_batches, 'batch')

export const linesOf = (
  { hospital_id }: Of,
  claim_id: string | readonly string[],
): Promise<LineRow[]> =>
  claim_lines.all({ hospital_id, claim_id, live: true }, { order: ['claim_id', 'position'] })

export async function claimMoved(
  caller: Caller,
  claim: ClaimRow,
  move: string,
  changes: Partial<ClaimRow>,
  reason: string | null = null,
): Promise<ClaimRow> {
  const { hospital_id } = caller
  await claims.change({ hospital_id, id: claim.id }, changes)
  const after = { ...claim, ...changes, version: claim.version + 1 }
  await noteMove(caller, claim, after, move, reason)
  return after
}

export async function noteMove(
  caller: Caller,
  before: ClaimRow,
  after: ClaimRow,
  move: string,
  reason: string | null,
): Promise<void> {
  await claim_moves.insert({
    hospital_id: caller.hospital_id,
    claim_id: before.id,
    at: clock.instant(),
    by_name: caller.name,
    move,
    from_state: move === 'open' ? null : before.status,
    to_state: after.status,
    reason: reason?.slice(0, 500) ?? null,
  })
  record(caller, `claim.${move}`, {
    entity_type: 'claim',
    entity_id: before.id,
    entity_label: before.number,
    patient_id: before.patient_id,
    from_state: before.status,
    to_state: after.status,
    reason,
  })
}

export async function batchMoved(
  caller: Caller,
  batch: BatchRow,
  move: string,
  changes: Partial<BatchRow>,
  reason: string | null = null,
): Promise<BatchRow> {
  const { hospital_id } = caller
  await claim_batches.change({ hospital_id, id: batch.id }, changes)
  const after = { ...batch, ...changes, version: batch.version + 1 }
  await claim_batch_moves.insert({
    hospital_id,
    batch_id: batch.id,
    at: clock.instant(),
    by_name: caller.name,
    move,
    from_state: move === 'open' ? null : batch.status,
    to_state: after.status,
    reason,
  })
  record(caller, `claim_batch.${move}`, {
    entity_type: 'claim_batch',
    entity_id: batch.id,
    entity_label: batch.number,
    from_state: batch.status,
    to_state: after.status,
    reason,
  })
  return after
}
