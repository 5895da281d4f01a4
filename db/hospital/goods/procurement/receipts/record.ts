// Receipts (3.7): their life, and as people see them.

import { type Caller, can } from '../../../../core/caller.ts'
import { toPercent } from '../../../../core/kinds/percent.ts'
import { life } from '../../../../core/states.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { productName, productsOf } from '../../stock/products/record.ts'
import { storesOf } from '../../stock/stores/keeping.ts'
import { purchase_orders } from '../orders/tables.ts'
import { suppliersOf } from '../suppliers/record.ts'
import type { Receipt, ReceiptOpened, ReceiptsAsked } from './shapes.ts'
import { goods_receipt_lines, goods_receipt_moves, goods_receipts } from './tables.ts'
import { receipt_states } from './words.ts'

export type ReceiptRow = RowOf<(typeof goods_receipts)['columns']>
export type ReceiptLine = RowOf<(typeof goods_receipt_lines)['columns']>

const receiving = 'stock:receive'
const receipt_life = life('receipt', receipt_states, {
  change: { from: ['DRAFT', 'INSPECTED'], to: 'DRAFT', permission: receiving },
  inspect: { from: ['DRAFT'], to: 'INSPECTED', permission: receiving },
  post: { from: ['DRAFT', 'INSPECTED'], to: 'POSTED', permission: receiving },
  reverse: {
    from: ['POSTED'],
    to: 'REVERSED',
    permission: 'stock:approve',
    reason: 'required',
  },
  cancel: { from: ['DRAFT', 'INSPECTED'], to: 'CANCELLED', permission: receiving },
})

export const receiptRecord = recordWithLife(goods_receipts, {
  life: receipt_life,
  type: 'goods_receipt',
  called: ({ number }) => number,
  history: historyIn(goods_receipt_moves),
  sequence: 'goods_receipt',
})
export const receipt_content = linesOf(goods_receipt_lines, 'receipt_id')

export async function list(
  caller: Caller,
  asked: ReceiptsAsked & PageAsked,
): Promise<Page<Receipt>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const open = sql`(status = 'POSTED' and exists (select 1 from goods_receipt_lines l
    where l.receipt_id = goods_receipts.id and l.value > l.invoiced_value + l.returned_value)
    and kind in ('PURCHASE', 'DIRECT'))`
  const found = await pageFrom(goods_receipts, asked, {
    from: sql` from goods_receipts${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.supplier_id, sql`supplier_id = ${asked.supplier_id}`),
      when(asked.order_id, sql`order_id = ${asked.order_id}`),
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      asked.not_invoiced === true ? open : undefined,
      ...withinDays(sql`created_at`, timezone, asked),
      matching('goods_receipts', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

/** What goods cost is for who may see costs. */
async function costOf(caller: Caller): Promise<(amount: number) => number | null> {
  const { major } = await purseOf(caller)
  const may = can(caller, 'product:cost')
  return (amount) => (may ? major(amount) : null)
}

async function shown(caller: Caller, found: readonly ReceiptRow[]): Promise<Receipt[]> {
  const sellers = await suppliersOf(
    caller,
    found.map(({ supplier_id }) => supplier_id),
  )
  const stores = await storesOf(
    caller,
    found.map(({ store_id }) => store_id),
  )
  const orders = await purchase_orders.all({
    hospital_id: caller.hospital_id,
    id: [...new Set(found.map(({ order_id }) => order_id).filter((id) => id !== null))],
  })
  const cost = await costOf(caller)
  return found.map((row) => ({
    ...row,
    reference: row.number,
    order_reference: orders.find(({ id }) => id === row.order_id)?.number ?? null,
    supplier_name: sellers.get(row.supplier_id ?? '')?.name ?? null,
    store_name: stores.get(row.store_id)?.name ?? '',
    freight: cost(row.freight),
    value: cost(row.value),
    moves: receiptRecord.moves(caller, row),
  }))
}

export async function find(caller: Caller, id: string): Promise<ReceiptOpened> {
  const row = await receiptRecord.get(caller, id)
  const lines = await receipt_content.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const cost = await costOf(caller)
  const [one] = await shown(caller, [row])
  return {
    ...(one as Receipt),
    lines: lines.map((line) => ({
      ...line,
      product_name: productName(products.get(line.product_id) ?? { name: '', strength: null }),
      quantity: line.quantity / 1000,
      free_quantity: line.free_quantity / 1000,
      rejected_quantity: line.rejected_quantity / 1000,
      unit_price: cost(line.unit_price),
      tax_pct: can(caller, 'product:cost') ? toPercent(line.tax_bp) : null,
      landed_unit_cost: landedUnit(line, cost),
      base_quantity: (line.base_quantity + line.base_free) / 1000,
    })),
    history: await receiptRecord.history(caller, id),
  }
}

function landedUnit(
  { value, base_quantity, base_free }: ReceiptLine,
  cost: (amount: number) => number | null,
): number | null {
  const all = base_quantity + base_free
  return all === 0 ? null : cost(Math.round((value * 1000) / all))
}
