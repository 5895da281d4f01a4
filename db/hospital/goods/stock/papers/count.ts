// What stands on the sheet of a count, where no figure of the books may (STK-43), and on its report.

import { type Caller, can } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { count_content, type CountLineRow, countRecord, finalOf } from '../counts/record.ts'
import { find, isBlind } from '../counts/view.ts'
import { productName, type ProductRow, productsOf } from '../products/record.ts'

async function partsOf(caller: Caller, id: string) {
  const count = await find(caller, id)
  const lines = await count_content.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const { facility_id, reference, store_name, kind, snapshot_at } = count
  const head = { facility_id, kind, number: reference, store: store_name, begun_at: snapshot_at }
  return { count, lines, head, what: (line: CountLineRow) => whatOf(products, line) }
}

function whatOf(products: ReadonlyMap<string, ProductRow>, line: CountLineRow) {
  const { position, product_id, bin, lot, expiry } = line
  const product = products.get(product_id)
  return {
    position,
    bin,
    lot,
    expiry,
    description: productName(product ?? { name: '', strength: null }),
    unit: product?.base_unit ?? '',
  }
}

/** Of a second count only the lines that somebody else must count. */
export async function sheetOnPaper(caller: Caller, id: string) {
  const { count, lines, head, what } = await partsOf(caller, id)
  const is_recount = count.status === 'RECOUNT'
  const wanted = lines.filter(
    ({ must_recount, recounted }) => !is_recount || (must_recount && recounted === null),
  )
  return { ...head, is_recount, lines: wanted.map(what).toSorted(byBin) }
}

/** As one walks along the shelves; what has no bin comes last. */
const byBin = (a: { bin: string | null }, b: { bin: string | null }): number =>
  (a.bin ?? '\uffff').localeCompare(b.bin ?? '\uffff')

export async function varianceOnPaper(caller: Caller, id: string) {
  if (await isBlind(caller, id)) {
    const { number } = await countRecord.get(caller, id)
    throw conflict(`${number} is counted blind: its differences are seen when it is handed in.`)
  }
  const { count, lines, head, what } = await partsOf(caller, id)
  const { full, minor } = await purseOf(caller)
  const { short_value, over_value, accuracy_pct } = count.totals
  const priced = can(caller, 'product:cost')
  const said = (value: number | null) => (value === null ? null : full(minor('value', value)))
  return {
    ...head,
    accuracy_pct,
    short_value: said(short_value),
    over_value: said(over_value),
    approved_by: count.approved_by_name,
    counters: [...new Set(lines.flatMap((line) => line.counter_name ?? []))],
    lines: lines.map((line) => ({
      ...what(line),
      counted: inUnits(finalOf(line)),
      book: inUnits(line.book),
      difference: inUnits(line.variance),
      value: priced && line.variance_value !== null ? full(line.variance_value) : null,
      reason: line.reason,
    })),
  }
}

const inUnits = (thousandths: number | null): number | null =>
  thousandths === null ? null : thousandths / 1000
