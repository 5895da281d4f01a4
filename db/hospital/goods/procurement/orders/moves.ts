// What becomes of a purchase order (3.6): submitted, approved level by level, sent, closed short, cancelled.

import { asks, type Caller } from '../../../../core/caller.ts'
import { clock, nextDay } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { lockHead } from '../../../money/accounting/posting/post.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { productName, productsOf } from '../../stock/products/record.ts'
import { settingsOf } from '../../stock/settings/settings.ts'
import { approve as approveLevel, levelsOf } from '../approvals/approving.ts'
import { supplierInUse, type SupplierRow, supplierRecord } from '../suppliers/record.ts'
import { budgetOf, promise, refuseStopped, release } from './budget.ts'
import { mailOrder } from './letter.ts'
import { order_content, type OrderLine, orderRecord, type OrderRow } from './record.ts'
import { pricesBefore } from './prices.ts'
import type { OrderSending } from './shapes.ts'
import type { OrderMark } from './words.ts'

export async function submit(
  caller: Caller,
  id: string,
  given: {
    single_source_reason?: string | null | undefined
    budget_override_reason?: string | null | undefined
  },
): Promise<OrderRow> {
  const before = await orderRecord.begin(caller, id, 'submit')
  const supplier = await supplierInUse(caller, before.supplier_id)
  const lines = await order_content.of(caller, id)
  await refuseUnlicensed(caller, supplier, lines)
  const reason = given.single_source_reason || before.single_source_reason
  await refuseUnexplained(caller, before, supplier, lines, reason)
  const budget = await budgetOf(caller, before, lines)
  const override = given.budget_override_reason || null
  refuseStopped(budget, override)
  const is_above = budget.some(({ result }) => result !== 'OK')
  const marks = await marksOf(caller, before, supplier, lines)
  return orderRecord.moved(caller, before, 'submit', {
    submitted_at: clock.instant(),
    single_source_reason: reason,
    budget,
    budget_override_reason: budget.some(({ result }) => result === 'STOP') ? override : null,
    marks: is_above ? [...marks, 'ABOVE_BUDGET'] : marks,
  })
}

/** STK-130. */
async function refuseUnlicensed(
  caller: Caller,
  { name, licence_expires }: SupplierRow,
  lines: readonly OrderLine[],
): Promise<void> {
  if (licence_expires === null || licence_expires >= (await today(caller))) return
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const medicine = [...products.values()].find((product) => product.class === 'MEDICINE')
  if (medicine === undefined) return
  throw conflict(
    `${name}'s licence expired on ${licence_expires}: ${productName(medicine)} cannot be bought there.`,
    'licence',
  )
}

/** STK-129. */
async function refuseUnexplained(
  caller: Caller,
  { total, msd_stockout_ref }: OrderRow,
  supplier: SupplierRow,
  lines: readonly OrderLine[],
  reason: string | null,
): Promise<void> {
  const { rfq_above, msd_first } = await settingsOf(caller)
  if (total > rfq_above && reason === null) {
    const { said } = await purseOf(caller)
    throw invalid('single_source_reason', `is required above ${said(rfq_above)}.`)
  }
  if (!msd_first || supplier.kind === 'MSD' || msd_stockout_ref !== null) return
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const public_one = [...products.values()].find(({ msd_code }) => msd_code !== null)
  if (public_one === undefined) return
  throw conflict(
    `${productName(public_one)} is bought at the public store first: msd_stockout_ref is required.`,
    'msd_first',
  )
}

async function marksOf(
  caller: Caller,
  order: OrderRow,
  supplier: SupplierRow,
  lines: readonly OrderLine[],
): Promise<OrderMark[]> {
  const marks: OrderMark[] = []
  if (await isDearer(caller, order, lines)) marks.push('PRICE_ABOVE_LAST')
  if (await isSplit(caller, order)) marks.push('POSSIBLE_SPLIT')
  const until = supplier.prequalified_until
  if (until !== null && until < (await today(caller))) marks.push('NOT_PREQUALIFIED')
  return marks
}

/** STK-128: by more than a tenth above what was last paid, unit for unit. */
async function isDearer(
  caller: Caller,
  { supplier_id }: OrderRow,
  lines: readonly OrderLine[],
): Promise<boolean> {
  const before = await pricesBefore(
    caller,
    lines.map(({ product_id }) => product_id),
    supplier_id,
  )
  return lines.some(({ product_id, unit_price, factor }) => {
    const last = before.get(product_id)
    return last !== undefined && unit_price * last.factor * 10 > last.unit_price * factor * 11
  })
}

/** STK-131: with another of the same maker to the same supplier, within a week, it passes a level. */
async function isSplit(caller: Caller, order: OrderRow): Promise<boolean> {
  if (order.made_by_id === null) return false
  const day = await today(caller)
  const [other] = await rows<{ total: number | null }>(
    sql`select cast(sum(total) as bigint) as total from purchase_orders
      where hospital_id = ${caller.hospital_id} and supplier_id = ${order.supplier_id}
        and made_by_id = ${order.made_by_id} and id <> ${order.id}
        and status not in ('DRAFT', 'REJECTED', 'CANCELLED')
        and created_at >= ${`${nextDay(day, -7)}T00:00:00.000Z`}`,
  )
  const together = Number(other?.total ?? 0)
  if (together === 0) return false
  const about = { document: 'PURCHASE_ORDER' as const, facility_id: order.facility_id }
  const alone = await levelsOf(caller, { ...about, total: order.total })
  const all = await levelsOf(caller, { ...about, total: order.total + together })
  return all.length > alone.length
}

export async function approve(caller: Caller, id: string, note: string | null): Promise<OrderRow> {
  const before = await orderRecord.begin(caller, id, 'approve')
  const { facility_id, total, made_by_id, version_no, budget_override_reason } = before
  const is_last = await approveLevel(
    caller,
    {
      document: 'PURCHASE_ORDER',
      record_id: id,
      round: version_no,
      facility_id,
      total,
      made_by_id,
      permission: 'purchase:approve',
      thing: 'order',
      to_the_last: budget_override_reason !== null,
    },
    note,
  )
  if (!is_last) return orderRecord.changed(caller, before, 'approve_level', {}, note)
  const lines = await order_content.of(caller, id)
  await lockHead(caller)
  refuseStopped(await budgetOf(caller, before, lines), budget_override_reason)
  const approved = { approved_at: clock.instant() }
  await promise(caller, { ...before, ...approved }, lines)
  return orderRecord.moved(caller, before, 'approve', approved, note)
}

export const reject = async (caller: Caller, id: string, note: string): Promise<OrderRow> =>
  orderRecord.moved(caller, await orderRecord.begin(caller, id, 'reject'), 'reject', {}, note)

/** What was refused is written anew, and approved anew. */
export async function revise(caller: Caller, id: string): Promise<OrderRow> {
  const before = await orderRecord.begin(caller, id, 'revise')
  return orderRecord.moved(caller, before, 'revise', {
    version_no: before.version_no + 1,
    submitted_at: null,
    marks: [],
    budget: [],
    budget_override_reason: null,
  })
}

/** Printed, where nobody says otherwise: whoever sends takes the paper. */
export async function send(
  caller: Caller,
  id: string,
  { channel, message }: OrderSending,
): Promise<OrderRow> {
  const by_mail = channel === 'EMAIL'
  if (message && !by_mail) throw invalid('message', 'goes by EMAIL alone: leave it out.')
  const before = await orderRecord.begin(caller, id, 'send')
  const supplier = await supplierInUse(caller, before.supplier_id)
  const sent = await orderRecord.moved(caller, before, 'send', {
    sent_at: clock.instant(),
    sent_channel: channel ?? 'PRINT',
    expected_on: before.expected_on ?? nextDay(await today(caller), supplier.lead_days),
  })
  if (by_mail) await mailOrder(caller, sent, supplier, message || null)
  return sent
}

export async function closeShort(caller: Caller, id: string, reason: string): Promise<OrderRow> {
  const before = await orderRecord.begin(caller, id, 'close_short')
  await release(caller, before)
  return orderRecord.moved(caller, before, 'close_short', {}, reason)
}

/** What was sent already is taken back by who may approve. */
export async function cancel(caller: Caller, id: string, reason: string): Promise<OrderRow> {
  const before = await orderRecord.locked(caller, id)
  if (before.status === 'SENT') {
    asks(caller, 'purchase:approve')
    await refuseStarted(caller, before)
    await release(caller, before)
    return orderRecord.moved(caller, before, 'cancel', {}, reason)
  }
  const open = await orderRecord.begin(caller, id, 'cancel')
  await release(caller, open)
  return orderRecord.moved(caller, open, 'cancel', {}, reason)
}

async function refuseStarted(caller: Caller, { id, number, supplier_id }: OrderRow): Promise<void> {
  const lines = await order_content.of(caller, id)
  if (lines.some(({ received, ahead }) => received > 0 || ahead > 0)) {
    throw conflict(`Goods of order ${number} are received or invoiced: close it short.`, 'received')
  }
  const { name } = await supplierRecord.get(caller, supplier_id)
  const [paid] = await rows<{ n: number }>(
    sql`select count(*) as n from supplier_invoices where hospital_id = ${caller.hospital_id}
      and order_id = ${id} and status <> 'CANCELLED'`,
  )
  if (Number(paid?.n ?? 0) > 0) {
    throw conflict(`${name} has invoiced order ${number} already.`, 'invoiced')
  }
}
