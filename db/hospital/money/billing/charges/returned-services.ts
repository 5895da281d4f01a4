// What was done and comes back (BIL-166): goods returned, an act recorded in error. The area that asks
// carried the move with its own permission.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { record } from '../../../office/audit/record.ts'
import { thousandths } from '../../../../core/kinds/quantity.ts'
import { dropped, uncharge } from './charge.ts'
import { takeBack } from '../credit/back.ts'
import { summed } from '../bills/drafts.ts'
import { bySource, itemRecord, type Row as Item } from './items.ts'
import { reckoned } from './lines-by-hand.ts'
import { called, billRecord, type Row as Bill } from '../bills/rows.ts'
import { bill_items } from '../bills/tables.ts'

export interface TakenBack {
  bill_id: string
  item_id: string
  /** Up to three decimals. */
  quantity_left: number
  /** Minor units. */
  credited: number
  credit_note_id?: string
  deposit_id?: string | null
}

/** Null: nothing was charged for it. */
export async function returnCharge(
  caller: Caller,
  asked: { source: string; source_id: string; quantity?: number | null; reason: string },
): Promise<TakenBack | null> {
  const { source, source_id, reason } = asked
  const found = await bySource(caller, source, source_id)
  if (found === undefined || found.service_status === 'RETURNED') return null
  const bill = await billRecord.locked(caller, found.bill_id)
  const item = await itemRecord.get(caller, found.id)
  if (item.service_status !== 'DONE') {
    await uncharge(caller, source, source_id, reason)
    const { amount, credited } = item
    return { bill_id: bill.id, item_id: item.id, quantity_left: 0, credited: amount - credited }
  }
  const left = item.quantity - item.credited_quantity
  const typed = asked.quantity ?? null
  const quantity = typed === null ? left : thousandths('quantity', typed)
  if (quantity > left) {
    const [n, m] = [left / 1000, item.quantity / 1000]
    throw conflict(`Only ${n} of ${m} ${item.description} can still be taken back.`, 'too_much')
  }
  if (bill.status === 'DRAFT') return lowered(caller, bill, item, quantity, reason)
  const note = await takeBack(caller, item, reason, { reason_code: 'RETURN', quantity })
  return {
    bill_id: bill.id,
    item_id: item.id,
    quantity_left: (left - quantity) / 1000,
    credited: note.total,
    credit_note_id: note.id,
    deposit_id: note.deposit_id,
  }
}

async function lowered(
  caller: Caller,
  bill: Bill,
  item: Item,
  taken: number,
  reason: string,
): Promise<TakenBack> {
  const quantity = item.quantity - taken
  const of = { bill_id: bill.id, item_id: item.id, quantity_left: quantity / 1000 }
  if (quantity === 0) {
    await dropped(caller, bill, item, reason)
    return { ...of, credited: item.amount }
  }
  // A discount of the whole is one of what stays, as far as that reaches.
  const { gross } = reckoned({ ...item, quantity, discount: 0 })
  const discount = Math.min(item.discount, gross)
  const amounts = reckoned({ ...item, quantity, discount })
  await bill_items.change(
    { hospital_id: caller.hospital_id, id: item.id },
    { quantity, discount, ...amounts },
  )
  await summed(caller, bill)
  record(caller, 'bill.returned', {
    entity_type: 'bill',
    entity_id: bill.id,
    entity_label: `${called(bill)}: ${item.description}`,
    patient_id: bill.patient_id,
    reason,
  })
  return { ...of, credited: item.amount - amounts.amount }
}
