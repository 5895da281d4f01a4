// What was paid or credited ahead (STK-149): kept by supplier, used by the invoices that come.

import type { Caller } from '../../../../core/caller.ts'
import { sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { post } from '../../../money/accounting/posting/post.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { advanceLines } from './ledger.ts'
import type { InvoiceRow } from './record.ts'
import { supplier_advance_uses, supplier_advances } from './tables.ts'

export type AdvanceRow = RowOf<(typeof supplier_advances)['columns']>

interface Source {
  id: string
  number: string
  facility_id: string
  supplier_id: string
  order_id: string | null
}

export const addAdvance = (
  { hospital_id }: Caller,
  { id, number, facility_id, supplier_id, order_id }: Source,
  amount: number,
  source = 'supplier_invoice',
): Promise<AdvanceRow> =>
  supplier_advances.insert({
    hospital_id,
    facility_id,
    supplier_id,
    order_id,
    source,
    source_id: id,
    reference: number,
    amount,
    unused: amount,
  })

/** That of its order first, then what is for any order; how much of the invoice it covers. */
export async function useAdvances(
  caller: Caller,
  invoice: InvoiceRow,
  owed: number,
): Promise<number> {
  const { hospital_id } = caller
  const { id, supplier_id, order_id } = invoice
  const found = await supplier_advances.read(
    sql`select ${supplier_advances.selection()} from supplier_advances
      where hospital_id = ${hospital_id} and supplier_id = ${supplier_id} and unused > 0
        and (order_id is null or order_id = ${order_id ?? ''})
      order by case when order_id is null then 1 else 0 end, id`,
  )
  let left = owed
  const used_on = await today(caller)
  for (const { id: advance_id, unused } of found) {
    const amount = Math.min(left, unused)
    if (amount === 0) break
    left -= amount
    await supplier_advances.change({ hospital_id, id: advance_id }, { unused: unused - amount })
    await supplier_advance_uses.insert({
      hospital_id,
      advance_id,
      invoice_id: id,
      amount,
      used_on,
    })
  }
  const used = owed - left
  if (used > 0) {
    await post(caller, {
      source: 'ADVANCE_APPLY',
      source_id: id,
      memo: `Advance used: invoice ${invoice.number}`,
      lines: advanceLines(invoice, used),
      document: {
        kind: 'supplier_invoice',
        id,
        reference: invoice.number,
        path: `/procurement/invoices/${id}`,
      },
    })
  }
  return used
}

export const advanceOf = (
  { hospital_id }: Caller,
  source: string,
  source_id: string,
): Promise<AdvanceRow | undefined> =>
  supplier_advances.find({ hospital_id, source, source_id }, { lock: true })
