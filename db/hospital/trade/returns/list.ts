// Returns, the newest first, and one of them with its lines.

import { type Caller, can } from '../../../core/caller.ts'
import { nextDay, startOfDay } from '../../../core/clock.ts'
import { type Page, type PageAsked, pageFrom } from '../../../store/pages.ts'
import { matching } from '../../../store/search.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { patientRows } from '../../desk/patients/register/view.ts'
import { productName } from '../../goods/stock/products/record.ts'
import { products } from '../../goods/stock/products/tables.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { inScope } from '../../office/places/facilities.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { return_content, returnRecord, type ReturnRow } from './record.ts'
import type { Return, ReturnFilter, ReturnOpened, ReturnRefunded } from './shapes.ts'
import type { Refunded } from './refund.ts'
import { sales_returns } from './tables.ts'

export async function list(caller: Caller, asked: ReturnFilter & PageAsked): Promise<Page<Return>> {
  const { timezone } = await hospitalOf(caller)
  const { from, to } = asked
  const found = await pageFrom(sales_returns, asked, {
    from: sql` from sales_returns${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.reason_code, sql`reason_code = ${asked.reason_code}`),
      when(asked.client_id, sql`client_id = ${asked.client_id}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      when(asked.bill_id, sql`bill_id = ${asked.bill_id}`),
      when(asked.restock_status, sql`restock_status = ${asked.restock_status}`),
      when(asked.refund_status, sql`refund_status = ${asked.refund_status}`),
      from === undefined ? undefined : sql`created_at >= ${startOfDay(timezone, from)}`,
      to === undefined ? undefined : sql`created_at < ${startOfDay(timezone, nextDay(to))}`,
      matching('sales_returns', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

async function shownMany(caller: Caller, found: readonly ReturnRow[]): Promise<Return[]> {
  const { major } = await purseOf(caller)
  const patients = await patientRows(
    caller,
    found.flatMap(({ patient_id }) => (patient_id === null ? [] : [patient_id])),
  )
  return found.map((row) => ({
    ...row,
    reference: row.number,
    party_name: row.party_name ?? patients.get(row.patient_id ?? '')?.full_name ?? '',
    refund_amount: major(row.refund_amount),
    moves: movesOf(caller, row),
  }))
}

/** What would only be refused is not offered. */
function movesOf(caller: Caller, row: ReturnRow): Return['moves'] {
  return returnRecord.moves(caller, row).filter((move) => {
    if (move === 'restock') return row.restock_status === 'PENDING'
    if (move === 'refund') return row.refund_status === 'PENDING'
    if (move !== 'cancel') return true
    const by = row.status === 'APPROVED' ? 'return:approve' : 'return:write'
    return can(caller, by) && row.refund_status !== 'SETTLED'
  })
}

const history_most = 50

export async function find(caller: Caller, id: string): Promise<ReturnOpened> {
  const row = await returnRecord.get(caller, id)
  const [shown] = await shownMany(caller, [row])
  return {
    ...(shown as Return),
    items: await itemsShown(caller, id),
    history: (await returnRecord.history(caller, id)).slice(-history_most),
  }
}

async function itemsShown(caller: Caller, id: string): Promise<ReturnOpened['items']> {
  const { hospital_id } = caller
  const { major } = await purseOf(caller)
  const items = await return_content.of(caller, id)
  const ids = items.flatMap(({ product_id }) => (product_id === null ? [] : [product_id]))
  const known = ids.length === 0 ? [] : await products.all({ hospital_id, id: ids })
  const names = new Map<string | null, string>(known.map((one) => [one.id, productName(one)]))
  return items.map((item) => ({
    id: item.id,
    description: item.description,
    quantity: item.quantity / 1000,
    unit_price: major(item.unit_price),
    product_id: item.product_id,
    product_name: names.get(item.product_id) ?? null,
    restocked_good: item.restocked_good / 1000,
    restocked_quarantine: item.restocked_quarantine / 1000,
    destroyed: item.destroyed / 1000,
    batch_id: item.batch_id,
    lot: item.lot,
  }))
}

export async function refunded(
  caller: Caller,
  { row, paid_out }: Refunded,
): Promise<ReturnRefunded> {
  const { major } = await purseOf(caller)
  return { ...(await find(caller, row.id)), paid_out: major(paid_out) }
}
