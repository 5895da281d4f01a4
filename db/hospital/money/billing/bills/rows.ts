// Bills as rows, their life as data (3.1), and every move of it.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { bill_moves, bills } from './tables.ts'
import { bill_states, open_states } from '../words.ts'
import { recordOf } from '../../../../store/record-of.ts'

export type Row = RowOf<(typeof bills)['columns']>

export const bill_life = life('bill', bill_states, {
  issue: { from: ['DRAFT'], to: 'ISSUED', permission: 'bill:issue' },
  split: { from: ['DRAFT'], to: 'DRAFT', permission: 'bill:create' },
  change_payer: { from: ['DRAFT'], to: 'DRAFT', permission: 'bill:payer' },
  discard: { from: ['DRAFT'], to: 'DISCARDED', permission: 'bill:cancel' },
  pay: { from: open_states, to: 'PART_PAID', permission: 'payment:create' },
  credit: {
    from: ['ISSUED', 'PART_PAID', 'SETTLED'],
    to: 'CREDITED',
    permission: 'creditnote:create',
  },
  cancel: { from: ['ISSUED', 'SETTLED'], to: 'CANCELLED', permission: 'bill:cancel' },
  rebill: { from: ['ISSUED', 'PART_PAID', 'SETTLED'], to: 'CREDITED', permission: 'bill:payer' },
  hold: { from: open_states, to: 'ISSUED', permission: 'bill:hold' },
  release: { from: open_states, to: 'ISSUED', permission: 'bill:hold', house: true },
  recover: { from: ['WRITTEN_OFF'], to: 'WRITTEN_OFF', permission: 'payment:create' },
  settle: { from: open_states, to: 'SETTLED', house: true },
  reopen: { from: ['PART_PAID', 'SETTLED'], to: 'ISSUED', house: true },
  write_off: { from: open_states, to: 'WRITTEN_OFF', house: true },
})

export const billRecord = recordOf(bills, 'bill')

/** As people call it: its number, or whose draft it is. */
export const called = (bill: Row): string => bill.number ?? `of ${bill.patient_name ?? bill.id}`

export async function moved(
  caller: Caller,
  bill: Row,
  move: string,
  changes: Partial<Row>,
  reason: string | null = null,
): Promise<Row> {
  const { hospital_id } = caller
  await bills.change({ hospital_id, id: bill.id }, changes)
  const after = { ...bill, ...changes, version: bill.version + 1 }
  await bill_moves.insert(moveOf(caller, bill, after, move, reason))
  return after
}

export type Move = RowOf<(typeof bill_moves)['columns']>

/** One move, said in the log; its row is for the caller to write. */
export function moveOf(
  caller: Caller,
  before: Row,
  after: Row,
  move: string,
  reason: string | null = null,
): Move {
  record(caller, `bill.${move}`, {
    entity_type: 'bill',
    entity_id: after.id,
    entity_label: called(after),
    patient_id: after.patient_id,
    from_state: before.status,
    to_state: after.status,
    reason,
  })
  return bill_moves.withDefaults({
    hospital_id: caller.hospital_id,
    bill_id: after.id,
    at: clock.instant(),
    by_name: caller.name,
    move,
    from_state: before.status,
    to_state: after.status,
    reason,
  })
}
