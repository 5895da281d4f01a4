// Quantities (STK-1): sent in any pack of the product, kept in thousandths of its base unit.

import type { Caller } from '../../../../core/caller.ts'
import { Refusal } from '../../../../core/refusal.ts'
import { run } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import type { PackRow, ProductRow } from './record.ts'

const most = 1e9

export interface Asked {
  quantity: number
  unit?: string | null | undefined
}

/** `at` begins the sentence: `Line 1`. */
export function inBase(
  product: ProductRow,
  packs: readonly PackRow[],
  { quantity, unit }: Asked,
  at: string,
): number {
  const sent = Math.round(quantity * 1000)
  if (!Number.isFinite(quantity) || Math.abs(quantity) > most || sent / 1000 !== quantity) {
    throw wrong(at, `quantity must be a number up to ${most} with at most three decimals.`)
  }
  if (sent === 0) throw wrong(at, 'quantity must not be 0.')
  const product_of = BigInt(sent) * BigInt(factorOf(product, packs, unit, at))
  const base = Number(product_of / 1000n)
  const whole = product_of % 1000n === 0n && (product.divisible || base % 1000 === 0)
  if (!whole) throw wrong(at, `${pluralOf(product)} of ${product.name} are not split.`)
  if (Math.abs(base) > most * 1000) throw wrong(at, 'quantity is too large.')
  return base
}

export function factorOf(
  { base_unit, name }: ProductRow,
  packs: readonly PackRow[],
  unit: string | null | undefined,
  at: string,
): number {
  const typed = folded((unit ?? '').trim())
  if (typed === '' || typed === base_unit) return 1000
  const pack = packs.find((one) => one.unit === typed)
  if (pack === undefined) throw wrong(at, `${name} has no unit ${unit}.`)
  return pack.factor
}

const pluralOf = ({ base_unit }: ProductRow): string =>
  base_unit.endsWith('s') || base_unit.length < 3 ? base_unit : `${base_unit}s`

const wrong = (at: string, words: string): Refusal =>
  new Refusal(400, 'invalid', `${at}: ${words}`, { field: at })

/** STK-2: what a quantity was written in keeps its factor. */
export async function unitsUsed(
  { hospital_id }: Caller,
  lines: readonly { product_id: string; unit?: string | null | undefined }[],
): Promise<void> {
  const units = lines.flatMap(({ unit }) => (unit ? [folded(unit.trim())] : []))
  if (units.length === 0) return
  const ids = lines.map(({ product_id }) => product_id)
  await run(
    sql`update product_units set used = ${true} where hospital_id = ${hospital_id}
      and product_id${oneOf(ids)} and unit${oneOf(units)} and not used`,
  )
}

/** As people write it: `12`, `2.5`. */
export const shownQuantity = (thousandths: number): number => thousandths / 1000

/** `12 tablets`, `1 tablet`. */
export function saidQuantity(product: ProductRow, thousandths: number): string {
  const shown = shownQuantity(thousandths).toLocaleString('en-US')
  return `${shown} ${thousandths === 1000 ? product.base_unit : pluralOf(product)}`
}
