// Opening stock (STK-23, STK-141): what lay there before the first move, from a file, row by row.

import { importColumn } from '../../../office/imports/column.ts'
import { asks, type Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { Day, form, nullable, optional, Text } from '../../../../core/kinds/kinds.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict, invalid, isRefusal } from '../../../../core/refusal.ts'
import { read } from '../../../../core/validate.ts'
import { row as one } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { type ImportKind, sameBy } from '../../../registry.ts'
import { receive } from '../pool/receive.ts'
import { packs, type ProductRow } from '../products/record.ts'
import { inBase } from '../products/quantities.ts'
import { products } from '../products/tables.ts'
import { type StoreRow, mustKeep, storeInUse } from '../stores/keeping.ts'
import { stores } from '../stores/tables.ts'

type Row = Record<string, string>

export const opening_import: ImportKind = {
  kind: 'opening_stock',
  label: 'Opening stock',
  permission: 'stock:settings',
  columns: [
    importColumn('store', 'Code of the store', 'PHARM', { required: true }),
    importColumn('product', 'Code of the product', 'P-00001', { required: true }),
    importColumn('quantity', 'Quantity', '1200', { required: true }),
    importColumn('unit', 'Unit', 'capsule'),
    importColumn('lot', 'Lot', 'B12'),
    importColumn('expiry', 'Expiry', '2028-08-31', { type: 'date' }),
    importColumn('unit_cost', 'Cost of one unit', '50', { required: true }),
    importColumn('bin', 'Bin', 'A1'),
  ],
  async check(caller, row) {
    try {
      await lineOf(caller, row)
      return { errors: [] }
    } catch (error) {
      if (!isRefusal(error) || error.status >= 500) throw error
      const column_of = error.field !== undefined && error.field in row ? error.field : 'product'
      return {
        errors: [{ column: column_of, value: row[column_of] ?? '', message: error.message }],
      }
    }
  },
  async write(caller, row) {
    asks(caller, 'stock:settings')
    return { id: await openLine(caller, row), outcome: 'created' }
  },
  sameness: ({ store = '', product = '', lot = '', expiry = '' }) =>
    sameBy([store, product, lot, expiry].map((cell) => capitals(cell.trim())).join('|')),
}

interface Line {
  store: StoreRow
  product: ProductRow
  quantity: number
  unit: string | null
  lot: string | null
  expiry: string | null
  bin: string | null
  /** In minor units, of all of it. */
  value: number
}

async function openLine(caller: Caller, row: Row): Promise<string> {
  const { store, product, value, ...line } = await lineOf(caller, row)
  const id = newId()
  await receive(caller, {
    store,
    lines: [{ ...line, product_id: product.id, value }],
    kind: 'OPENING',
    posting: 'STOCK_OPENING',
    other: { role: 'opening' },
    source: 'opening',
    source_id: id,
    reference: `Opening ${store.code} ${product.code}`,
    memo: `Opening stock: ${product.name}, ${store.name}`,
    register: { kind: 'OPENING' },
  })
  return id
}

const Cells = form({
  lot: optional(nullable(Text(0, 60))),
  expiry: optional(nullable(Day)),
  bin: optional(nullable(Text(0, 40))),
})

async function lineOf(caller: Caller, row: Row): Promise<Line> {
  const { hospital_id } = caller
  const store = await stores.find({ hospital_id, code: capitals(row['store'] ?? '') })
  if (store === undefined) throw invalid('store', `"${row['store'] ?? ''}" is not a store.`)
  await storeInUse(caller, store.id)
  await mustKeep(caller, store)
  const product = await products.find({ hospital_id, code: capitals(row['product'] ?? '') })
  if (product === undefined) throw invalid('product', `"${row['product'] ?? ''}" is not a product.`)
  if (product.controlled) {
    throw conflict(`${product.name} is controlled: it is received with a witness.`, 'witness')
  }
  await mustBeFirst(caller, store, product)
  const cells = read(Cells, filled(row, ['lot', 'expiry', 'bin']))
  const quantity = numberIn(row, 'quantity')
  const unit = row['unit'] || null
  inBase(product, await packs.of(caller, product.id), { quantity, unit }, 'quantity')
  if (quantity <= 0) throw invalid('quantity', 'must be more than 0.')
  const { minor } = await purseOf(caller)
  const cost = minor('unit_cost', numberIn(row, 'unit_cost'))
  if (cost < 0) throw invalid('unit_cost', 'must not be negative.')
  await lotMustBe(caller, product, cells)
  return {
    store,
    product,
    quantity,
    unit,
    lot: cells.lot ?? null,
    expiry: cells.expiry ?? null,
    bin: cells.bin ?? null,
    value: Math.round(cost * quantity),
  }
}

const filled = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.flatMap((name) => (row[name] ? [[name, row[name]]] : [])))

function numberIn(row: Row, name: string): number {
  const typed = (row[name] ?? '').replaceAll(',', '').trim()
  if (typed === '' || !Number.isFinite(Number(typed))) throw invalid(name, 'must be a number.')
  return Number(typed)
}

async function lotMustBe(
  caller: Caller,
  product: ProductRow,
  { lot, expiry }: { lot?: string | null; expiry?: string | null },
): Promise<void> {
  if (product.batch_required && !lot) throw invalid('lot', 'is required.')
  if (product.expiry_required && !expiry) throw invalid('expiry', 'is required.')
  if (expiry && expiry <= (await today(caller))) throw invalid('expiry', `${expiry} is past.`)
}

/** STK-141: before the first other move of the product in the store. */
export async function mustBeFirst(
  caller: Caller,
  store: StoreRow,
  product: ProductRow,
): Promise<void> {
  const moved = await one(
    sql`select 1 as yes from stock_moves where hospital_id = ${caller.hospital_id}
      and product_id = ${product.id} and store_id = ${store.id} and kind <> 'OPENING' limit 1`,
  )
  if (moved !== undefined) {
    throw conflict(`${product.name} has moved in ${store.name} already: adjust it.`, 'moved')
  }
}
