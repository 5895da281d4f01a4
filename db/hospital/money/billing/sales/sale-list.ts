// Counter sales as people see them: bills of that kind, with how they were paid.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { notByName } from '../../../desk/patients/privacy/lists.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { shownBills, statesIn } from '../bills/bills.ts'
import type { SaleFilter, SaleRow } from '../bills/input-shapes.ts'
import { bills } from '../bills/tables.ts'

export async function listSales(
  caller: Caller,
  asked: SaleFilter & PageAsked,
): Promise<Page<SaleRow>> {
  const { hospital_id } = caller
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(bills, asked, {
    from: sql` from bills${where([
      sql`hospital_id = ${hospital_id}`,
      sql`kind = 'SALE'`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status${oneOf(statesIn(asked.status))}`),
      when(asked.from, sql`business_date >= ${asked.from}`),
      when(asked.to, sql`business_date <= ${asked.to}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      when(
        asked.cashier_id,
        sql`id in (select a.bill_id from payment_allocations a join payments p on p.id = a.payment_id
          where p.hospital_id = ${hospital_id} and p.received_by_id = ${asked.cashier_id})`,
      ),
      matching('bills', asked.search),
      notByName(caller, asked.search, ['number', 'patient_number']),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  const shown = await shownBills(caller, found.rows)
  const paid = await paymentsOf(
    hospital_id,
    shown.map(({ id }) => id),
  )
  return {
    rows: shown.map((bill) => ({
      ...bill,
      payment_number: paid.get(bill.id)?.number ?? null,
      payment_method: paid.get(bill.id)?.method ?? null,
    })),
    meta: found.meta,
  }
}

async function paymentsOf(
  hospital_id: string,
  bill_ids: readonly string[],
): Promise<Map<string, { number: string; method: string }>> {
  if (bill_ids.length === 0) return new Map()
  const found = await rows<{ bill_id: string; number: string; method: string }>(
    sql`select distinct a.bill_id, p.number, p.method from payment_allocations a
      join payments p on p.id = a.payment_id
      where a.hospital_id = ${hospital_id} and p.purpose = 'SALE' and a.bill_id${oneOf(bill_ids)}`,
  )
  return new Map(found.map(({ bill_id, number, method }) => [bill_id, { number, method }]))
}
