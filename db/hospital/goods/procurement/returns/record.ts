// Returns to suppliers (3.7): their life, and as people see them.

import { type Caller, can } from '../../../../core/caller.ts'
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
import { batchesOf } from '../../stock/pool/batches.ts'
import { productName, productsOf } from '../../stock/products/record.ts'
import { storesOf } from '../../stock/stores/keeping.ts'
import { suppliersOf } from '../suppliers/record.ts'
import type { ReturnsAsked, SupplierReturn, SupplierReturnOpened } from './shapes.ts'
import { supplier_return_lines, supplier_return_moves, supplier_returns } from './tables.ts'
import { return_states } from './words.ts'

export type ReturnRow = RowOf<(typeof supplier_returns)['columns']>
export type ReturnLine = RowOf<(typeof supplier_return_lines)['columns']>

const sending = 'stock:receive'
const return_life = life('return', return_states, {
  change: { from: ['DRAFT'], to: 'DRAFT', permission: sending },
  approve: { from: ['DRAFT'], to: 'APPROVED', permission: 'stock:approve' },
  send: { from: ['APPROVED'], to: 'SENT', permission: sending },
  credit: { from: ['SENT'], to: 'CREDITED', permission: 'payable:write' },
  replace: { from: ['SENT'], to: 'REPLACED', permission: sending },
  cancel: {
    from: ['DRAFT', 'APPROVED'],
    to: 'CANCELLED',
    permission: sending,
    reason: 'required',
  },
})

export const returnRecord = recordWithLife(supplier_returns, {
  life: return_life,
  type: 'supplier_return',
  called: ({ number }) => number,
  history: historyIn(supplier_return_moves),
  sequence: 'supplier_return',
})
export const return_content = linesOf(supplier_return_lines, 'return_id')

export async function list(
  caller: Caller,
  asked: ReturnsAsked & PageAsked,
): Promise<Page<SupplierReturn>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(supplier_returns, asked, {
    from: sql` from supplier_returns${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.supplier_id, sql`supplier_id = ${asked.supplier_id}`),
      when(asked.store_id, sql`store_id = ${asked.store_id}`),
      when(asked.recall_id, sql`recall_id = ${asked.recall_id}`),
      ...withinDays(sql`created_at`, timezone, asked),
      matching('supplier_returns', asked.search),
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

async function shown(caller: Caller, found: readonly ReturnRow[]): Promise<SupplierReturn[]> {
  const sellers = await suppliersOf(
    caller,
    found.map(({ supplier_id }) => supplier_id),
  )
  const stores = await storesOf(
    caller,
    found.map(({ store_id }) => store_id),
  )
  const cost = await costOf(caller)
  return found.map((row) => ({
    ...row,
    reference: row.number,
    supplier_name: sellers.get(row.supplier_id)?.name ?? '',
    store_name: stores.get(row.store_id)?.name ?? '',
    value: cost(row.value),
    tax_amount: cost(row.tax_amount),
    credited_amount: row.credited_amount === null ? null : cost(row.credited_amount),
    moves: movesOf(caller, row),
  }))
}

/** A return is credited or replaced, as it says itself. */
const movesOf = (caller: Caller, row: ReturnRow): SupplierReturn['moves'] =>
  returnRecord
    .moves(caller, row)
    .filter((move) => move !== (row.settle === 'CREDIT' ? 'replace' : 'credit'))

export async function find(caller: Caller, id: string): Promise<SupplierReturnOpened> {
  const row = await returnRecord.get(caller, id)
  const lines = await return_content.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const lots = await lotsOf(caller, lines)
  const cost = await costOf(caller)
  const [one] = await shown(caller, [row])
  return {
    ...(one as SupplierReturn),
    lines: lines.map((line) => ({
      ...line,
      product_name: productName(products.get(line.product_id) ?? { name: '', strength: null }),
      lot: lots.get(line.batch_id)?.lot ?? null,
      expiry: lots.get(line.batch_id)?.expiry ?? null,
      quantity: line.quantity / 1000,
      unit_price: cost(line.unit_price),
      value: cost(line.value),
    })),
    history: await returnRecord.history(caller, id),
  }
}

export const lotsOf = (caller: Caller, lines: readonly ReturnLine[]) =>
  batchesOf(
    caller,
    lines.map(({ batch_id }) => batch_id),
  )
