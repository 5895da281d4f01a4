// Purchase orders (3.6): their life, and as people see them.

import type { Caller } from '../../../../core/caller.ts'
import { toPercent } from '../../../../core/kinds/percent.ts'
import { life } from '../../../../core/states.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { booksOf } from '../../../money/accounting/books.ts'
import { accountIn } from '../../../money/accounting/chart/accounts.ts'
import { labelOf } from '../../../money/accounting/chart/chart.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { daysBetween } from '../../../office/plans/days.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { productName, productsOf } from '../../stock/products/record.ts'
import { storesOf } from '../../stock/stores/keeping.ts'
import { givenTo, levelsOf, nextOf, shownApprovals } from '../approvals/approving.ts'
import { suppliersOf } from '../suppliers/record.ts'
import type { OrdersAsked, PurchaseOrder, PurchaseOrderOpened } from './shapes.ts'
import { purchase_order_lines, purchase_order_moves, purchase_orders } from './tables.ts'
import { order_states } from './words.ts'

export type OrderRow = RowOf<(typeof purchase_orders)['columns']>
export type OrderLine = RowOf<(typeof purchase_order_lines)['columns']>

const ordering = 'purchase:order'
const approving = 'purchase:approve'

const order_life = life('order', order_states, {
  submit: { from: ['DRAFT'], to: 'SUBMITTED', permission: ordering },
  approve: { from: ['SUBMITTED'], to: 'APPROVED', permission: approving },
  reject: { from: ['SUBMITTED'], to: 'REJECTED', permission: approving, reason: 'required' },
  revise: { from: ['REJECTED'], to: 'DRAFT', permission: ordering },
  send: { from: ['APPROVED'], to: 'SENT', permission: ordering },
  receive: {
    from: ['SENT', 'PART_RECEIVED'],
    to: ['PART_RECEIVED', 'RECEIVED'],
    house: true,
  },
  /** Closed, where other goods are to come for those that went back (STK-153). */
  reopen: {
    from: ['SENT', 'PART_RECEIVED', 'RECEIVED', 'CLOSED'],
    to: ['SENT', 'PART_RECEIVED', 'RECEIVED'],
    house: true,
  },
  close: { from: ['RECEIVED'], to: 'CLOSED', house: true },
  close_short: {
    from: ['SENT', 'PART_RECEIVED'],
    to: 'CLOSED',
    permission: ordering,
    reason: 'required',
  },
  cancel: {
    from: ['DRAFT', 'SUBMITTED', 'APPROVED', 'SENT'],
    to: 'CANCELLED',
    permission: ordering,
    reason: 'required',
  },
})

export const orderRecord = recordWithLife(purchase_orders, {
  life: order_life,
  type: 'purchase_order',
  called: ({ number }) => number,
  history: historyIn(purchase_order_moves),
  sequence: 'purchase_order',
})
export const order_content = linesOf(purchase_order_lines, 'order_id')

/** What is still to come of a line, in thousandths of the base unit (STK-153). */
export const openOf = ({ base_quantity, received, to_replace }: OrderLine): number =>
  Math.max(0, base_quantity + to_replace - received)

export async function list(
  caller: Caller,
  asked: OrdersAsked & PageAsked,
): Promise<Page<PurchaseOrder>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const day = await today(caller)
  const late = sql`(status in ('SENT', 'PART_RECEIVED') and expected_on < ${day})`
  const found = await pageFrom(purchase_orders, asked, {
    from: sql` from purchase_orders${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.invoice_status, sql`invoice_status = ${asked.invoice_status}`),
      when(asked.supplier_id, sql`supplier_id = ${asked.supplier_id}`),
      when(asked.store_id, sql`deliver_to_store_id = ${asked.store_id}`),
      when(
        asked.product_id,
        sql`id in (select order_id from purchase_order_lines where product_id = ${asked.product_id})`,
      ),
      asked.late === true ? late : undefined,
      ...withinDays(sql`created_at`, timezone, asked),
      matching('purchase_orders', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

async function shown(caller: Caller, found: readonly OrderRow[]): Promise<PurchaseOrder[]> {
  const sellers = await suppliersOf(
    caller,
    found.map(({ supplier_id }) => supplier_id),
  )
  const stores = await storesOf(
    caller,
    found.map(({ deliver_to_store_id }) => deliver_to_store_id),
  )
  const { major } = await purseOf(caller)
  const day = await today(caller)
  return found.map((row) => ({
    ...row,
    reference: row.number,
    supplier_name: sellers.get(row.supplier_id)?.name ?? '',
    store_name: stores.get(row.deliver_to_store_id)?.name ?? '',
    exchange_rate: 1,
    freight: major(row.freight),
    discount_pct: toPercent(row.discount_bp),
    subtotal: major(row.subtotal),
    discount_amount: major(row.discount_amount),
    tax_amount: major(row.tax_amount),
    total: major(row.total),
    late_days: lateBy(row, day),
    moves: orderRecord.moves(caller, row) as PurchaseOrder['moves'],
  }))
}

/** STK-133. */
function lateBy({ status, expected_on }: OrderRow, day: string): number {
  const waiting = status === 'SENT' || status === 'PART_RECEIVED'
  return waiting && expected_on !== null ? Math.max(0, daysBetween(expected_on, day)) : 0
}

export async function find(caller: Caller, id: string): Promise<PurchaseOrderOpened> {
  const row = await orderRecord.get(caller, id)
  const lines = await order_content.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const purse = await purseOf(caller)
  const [one] = await shown(caller, [row])
  return {
    ...(one as PurchaseOrder),
    lines: lines.map((line) => ({
      ...lineShown(line, purse),
      product_name: productName(products.get(line.product_id) ?? { name: '', strength: null }),
    })),
    budget: await budgetShown(caller, row, purse),
    ...(await approvalsOf(caller, row, purse)),
    history: await orderRecord.history(caller, id),
  }
}

const lineShown = (line: OrderLine, { major }: Purse) => ({
  ...line,
  quantity: line.quantity / 1000,
  factor: line.factor / 1000,
  unit_price: major(line.unit_price),
  tax_pct: toPercent(line.tax_bp),
  line_total: major(line.line_total),
  free_quantity: line.free_quantity / 1000,
  received: line.received / 1000,
  rejected: line.rejected / 1000,
  returned: line.returned / 1000,
  invoiced: line.invoiced / 1000,
  open: openOf(line) / 1000,
})

async function budgetShown(caller: Caller, { budget }: OrderRow, { major }: Purse) {
  const { chart } = await booksOf(caller)
  return budget.map(({ account_id, result, message, ...amounts }) => ({
    account_id,
    account_name: labelOf(accountIn(chart, account_id)),
    asked: major(amounts.asked),
    amount: major(amounts.amount),
    actual: major(amounts.actual),
    committed: major(amounts.committed),
    remaining: major(amounts.remaining),
    result,
    message,
  }))
}

async function approvalsOf(caller: Caller, row: OrderRow, purse: Purse) {
  const given = await givenTo(caller, 'PURCHASE_ORDER', [row.id], row.version_no)
  const waits = row.status === 'SUBMITTED'
  const to_the_last = row.budget_override_reason !== null
  const levels = waits
    ? await levelsOf(caller, { ...row, document: 'PURCHASE_ORDER', to_the_last })
    : []
  return {
    approvals: shownApprovals(given),
    approval_next: waits ? nextOf(levels, given.length, purse) : null,
  }
}
