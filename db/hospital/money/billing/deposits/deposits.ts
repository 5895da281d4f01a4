// Deposits as rows: opened, used, held for a refund, refunded; what remains follows (2.5, BIL-66).

import type { Caller } from '../../../../core/caller.ts'
import type { RowOf } from '../../../../store/table.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { creditApplied } from '../credit/rows.ts'
import type { DepositOrigin, DepositState } from './words.ts'
import { deposits } from './tables.ts'
import { nameOf, noteMove } from '../history.ts'
import { recordOf } from '../../../../store/record-of.ts'

export type DepositRow = RowOf<(typeof deposits)['columns']>

export interface NewDeposit {
  facility_id: string
  patient_id: string | null
  client_id?: string | null
  party_name: string | null
  origin: DepositOrigin
  amount: number
  payment_id?: string | null
  credit_note_id?: string | null
  admission_id?: string | null
  purpose?: string | null
}

/** The ledger entry is its maker's: a deposit alone posts nothing. */
export async function openDeposit(caller: Caller, given: NewDeposit): Promise<DepositRow> {
  const { hospital_id } = caller
  const number = await nextReference(caller, 'deposit', given.facility_id)
  const made = await deposits.insert({
    ...given,
    hospital_id,
    number,
    status: 'OPEN',
    party: given.patient_id === null ? 'CLIENT' : 'PATIENT',
    remaining: given.amount,
    business_date: await today(caller),
    created_by_name: nameOf(caller),
  })
  await noteMove(caller, {
    thing: 'deposit',
    id: made.id,
    label: number,
    move: 'open',
    from: null,
    to: 'OPEN',
    patient_id: made.patient_id,
  })
  return made
}

export const depositRecord = recordOf(deposits, 'deposit')

type Amounts = Partial<Pick<DepositRow, 'used' | 'held' | 'refunded'>>

/** New amounts of a deposit that is locked; what remains and its state follow. */
export async function restateDeposit(
  caller: Caller,
  before: DepositRow,
  move: string,
  amounts: Amounts,
  reason: string | null = null,
): Promise<DepositRow> {
  const { hospital_id } = caller
  const after = { ...before, ...amounts }
  const remaining = after.amount - after.used - after.held - after.refunded
  if (remaining < 0 || after.used < 0 || after.held < 0 || after.refunded < 0) {
    throw new Error(`deposit ${before.number} cannot come to ${JSON.stringify(amounts)}`)
  }
  const changes = { ...amounts, remaining, status: stateOf(after) }
  await deposits.change({ hospital_id, id: before.id }, changes)
  await noteMove(caller, {
    thing: 'deposit',
    id: before.id,
    label: before.number,
    move,
    from: before.status,
    to: changes.status,
    reason,
    patient_id: before.patient_id,
  })
  const spent = after.used + after.refunded === after.amount
  if (spent && before.credit_note_id !== null) await creditApplied(caller, before.credit_note_id)
  return { ...before, ...changes, version: before.version + 1 }
}

function stateOf({ amount, used, refunded }: DepositRow): DepositState {
  if (used + refunded === amount) return refunded > 0 ? 'REFUNDED' : 'USED'
  return used + refunded > 0 ? 'PART_USED' : 'OPEN'
}
