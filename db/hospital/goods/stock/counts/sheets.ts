// What people count (STK-44, STK-45): sheet by sheet, each line against the books of that moment.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { folded } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import type { LevelRow } from '../pool/goods.ts'
import { batches, stock_levels, stock_pools } from '../pool/tables.ts'
import { type PackRow, packs, type ProductRow, productsOf } from '../products/record.ts'
import { inBase, unitsUsed } from '../products/quantities.ts'
import { count_content, type CountLineRow, countRecord, type CountRow, mayCount } from './record.ts'
import { meansProduct } from './scope.ts'
import type { SheetLine, SheetSaved } from './shapes.ts'
import { stock_count_lines } from './tables.ts'

/** Where the sheet is read against: the lines that there are and the books as they stand now. */
interface Desk {
  count: CountRow
  lines: CountLineRow[]
  levels: LevelRow[]
  products: Map<string, ProductRow>
  packs_of: Map<string, PackRow[]>
}

export async function saveSheet(
  caller: Caller,
  id: string,
  sheet: readonly SheetLine[],
): Promise<SheetSaved> {
  const count = await countRecord.begin(caller, id, 'count')
  await mayCount(caller, count)
  const desk = await deskOf(caller, count, sheet)
  for (const [at, line] of sheet.entries()) {
    await saveLine(caller, desk, line, `Line ${at + 1}`)
  }
  await unitsUsed(
    caller,
    sheet.map(({ product_id, unit, line_id }) => ({
      product_id: product_id ?? desk.lines.find((line) => line.id === line_id)?.product_id ?? '',
      unit,
    })),
  )
  const { number } = count
  record(caller, 'stock_count.count', {
    entity_type: 'stock_count',
    entity_id: id,
    entity_label: number,
  })
  const left = desk.lines.filter(({ counted }) => counted === null).length
  return { saved: sheet.length, left }
}

async function deskOf(caller: Caller, count: CountRow, sheet: readonly SheetLine[]): Promise<Desk> {
  const lines = await count_content.of(caller, count.id)
  const levels = await levelsNow(caller, count.store_id)
  const named = sheet.flatMap(({ product_id }) => (product_id ? [product_id] : []))
  const products = await productsOf(caller, [
    ...named,
    ...lines.map(({ product_id }) => product_id),
  ])
  const packs_of = await packs.ofMany(caller, [...products.keys()])
  return { count, lines, levels, products, packs_of }
}

export const levelsNow = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  store_id: string,
): Promise<LevelRow[]> => stock_levels.all({ hospital_id, store_id })

/** In the books now. */
export const bookOf = (levels: readonly LevelRow[], batch_id: string | null): number =>
  levels.find((level) => level.batch_id === batch_id)?.quantity ?? 0

async function saveLine(caller: Caller, desk: Desk, said: SheetLine, at: string): Promise<void> {
  const line = lineOf(desk, said, at) ?? (await foundNew(caller, desk, said, at))
  const product = desk.products.get(line.product_id) as ProductRow
  const counted = quantityOf(product, desk.packs_of.get(product.id) ?? [], said, at)
  const { counted: before, counter_name, counted_at } = line
  const now = {
    counted,
    counted_at: clock.instant(),
    counter_id: caller.user_id,
    counter_name: caller.name,
    book: bookOf(desk.levels, line.batch_id),
    reason: said.reason || line.reason,
    earlier:
      before === null
        ? line.earlier
        : [...line.earlier, { counted: before, by_name: counter_name ?? '', at: counted_at ?? '' }],
  }
  await stock_count_lines.change({ hospital_id: caller.hospital_id, id: line.id }, now)
  Object.assign(line, now)
}

/** By its id, or by product, lot and expiry where that means one line. */
function lineOf({ lines }: Desk, said: SheetLine, at: string): CountLineRow | undefined {
  if (said.line_id) {
    const line = lines.find(({ id }) => id === said.line_id)
    if (line === undefined) {
      throw new Refusal(404, 'not_found', `${at}: no such line.`, { field: at })
    }
    return line
  }
  if (!said.product_id) {
    throw new Refusal(400, 'invalid', `${at}: give line_id, or product_id, lot and expiry.`, {
      field: at,
    })
  }
  return lines.find(
    ({ product_id, lot, expiry }) =>
      product_id === said.product_id &&
      folded(lot ?? '') === folded(said.lot ?? '') &&
      expiry === (said.expiry ?? null),
  )
}

/** STK-45: what the sheet of the count does not know. */
async function foundNew(
  caller: Caller,
  desk: Desk,
  said: SheetLine,
  at: string,
): Promise<CountLineRow> {
  const { count, lines, levels } = desk
  const product = desk.products.get(said.product_id ?? '') as ProductRow
  if (!meansProduct(count.filter, product)) {
    throw conflict(`${at}: ${product.name} is not in this count.`, 'filter')
  }
  const { hospital_id } = caller
  const lot = said.lot?.trim() || null
  const expiry = said.expiry ?? null
  if (product.batch_required && lot === null) throw missing(at, 'lot')
  if (product.expiry_required && expiry === null) throw missing(at, 'expiry')
  const known = await batches.all({ hospital_id, product_id: product.id }, { order: ['id'] })
  const batch = known.find(
    (one) => folded(one.lot ?? '') === folded(lot ?? '') && one.expiry === expiry,
  )
  const line = await stock_count_lines.insert({
    hospital_id,
    count_id: count.id,
    position: (lines.at(-1)?.position ?? 0) + 1,
    product_id: product.id,
    batch_id: batch?.id ?? null,
    lot,
    expiry,
    snapshot: bookOf(levels, batch?.id ?? null),
    found_new: true,
    unit_cost: await costOf(caller, count, product, said, at),
  })
  lines.push(line)
  return line
}

async function costOf(
  caller: Caller,
  { facility_id }: CountRow,
  { id: product_id }: ProductRow,
  { unit_cost, counted }: SheetLine,
  at: string,
): Promise<number | null> {
  const { hospital_id } = caller
  const pool = await stock_pools.find({ hospital_id, product_id, facility_id })
  if (pool !== undefined && pool.quantity > 0) return null
  if (unit_cost === null || unit_cost === undefined) {
    if (counted === 0) return null
    throw new Refusal(
      400,
      'invalid',
      `${at}: unit_cost is required: there is no stock to take the cost from.`,
      { field: at },
    )
  }
  const cost = (await purseOf(caller)).minor(`${at}: unit_cost`, unit_cost)
  if (cost < 0) {
    throw new Refusal(400, 'invalid', `${at}: unit_cost must not be negative.`, { field: at })
  }
  return cost
}

const missing = (at: string, field: string): Refusal =>
  new Refusal(400, 'invalid', `${at}: ${field} is required.`, { field: at })

/** Nothing may be counted as well as something. */
export function quantityOf(
  product: ProductRow,
  of: readonly PackRow[],
  { counted, unit }: { counted: number; unit?: string | null | undefined },
  at: string,
): number {
  if (counted < 0) {
    throw new Refusal(400, 'invalid', `${at}: counted must not be negative.`, { field: at })
  }
  return counted === 0 ? 0 : inBase(product, of, { quantity: counted, unit }, at)
}
