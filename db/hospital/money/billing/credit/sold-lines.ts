// What was sold on a bill, for those who take it back (COM-50): the bill is held while they do.

import type { Caller } from '../../../../core/caller.ts'
import { live } from '../amounts.ts'
import { itemsOf } from '../charges/items.ts'
import { billRecord, called, type Row as Bill } from '../bills/rows.ts'

/** Quantities in thousandths, money in minor units. */
export interface SoldLine {
  id: string
  code: string | null
  product_id: string | null
  description: string
  quantity: number
  /** With its tax, after its discount. */
  amount: number
  /** Of it, not credited or let off yet. */
  left: number
  credited_quantity: number
}

export interface SoldBill
  extends Pick<
    Bill,
    'id' | 'kind' | 'status' | 'patient_id' | 'client_id' | 'source' | 'source_id' | 'business_date'
  > {
  called: string
  patient_name: string | null
  payer: string | null
  lines: SoldLine[]
}

export async function soldBill(caller: Caller, bill_id: string): Promise<SoldBill> {
  const bill = await billRecord.locked(caller, bill_id)
  const items = (await itemsOf(caller, bill_id)).filter(live)
  return {
    id: bill.id,
    kind: bill.kind,
    status: bill.status,
    patient_id: bill.patient_id,
    client_id: bill.client_id,
    source: bill.source,
    source_id: bill.source_id,
    business_date: bill.business_date,
    called: called(bill),
    patient_name: bill.patient_name,
    payer: bill.client_name ?? bill.customer?.name ?? bill.payer,
    lines: items.map((item) => ({
      id: item.id,
      code: item.code,
      product_id: item.product_id,
      description: item.description,
      quantity: item.quantity,
      amount: item.amount,
      left: item.amount - item.adjusted - item.credited,
      credited_quantity: item.credited_quantity,
    })),
  }
}
