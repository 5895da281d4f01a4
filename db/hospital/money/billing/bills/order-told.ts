// Commercial is told in the same transaction (BIL-171): what became of the bill of an order, and that what
// a client owes changed.

import type { Caller } from '../../../../core/caller.ts'
import { orderBillChanged, orderHeld, reviewHold } from '../../../neighbours/commercial.ts'
import type { Row as Bill } from './rows.ts'

type Change = Parameters<typeof orderBillChanged>[1]

export async function orderTold(
  caller: Caller,
  { id: bill_id, source, source_id }: Pick<Bill, 'id' | 'source' | 'source_id'>,
  change: Change['change'],
  lines: Change['lines'] = [],
): Promise<void> {
  if (source !== 'salesorder' || source_id === null) return
  await orderBillChanged(caller, { bill_id, source_id, change, lines })
}

/** Held between its bill and the books, as everywhere: it is told later what became of the bill. */
export async function holdOrder(
  caller: Caller,
  { source, source_id }: Pick<Bill, 'source' | 'source_id'>,
): Promise<void> {
  if (source === 'salesorder' && source_id !== null) await orderHeld(caller, { source_id })
}

export async function clientOwes(
  caller: Caller,
  { payer_kind, client_id }: Pick<Bill, 'payer_kind' | 'client_id'>,
): Promise<void> {
  if (payer_kind === 'CLIENT' && client_id !== null) await reviewHold(caller, { client_id })
}
