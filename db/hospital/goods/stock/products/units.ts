// The packs of a product (2.1): base unit first, each with its factor and barcode.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { unitCalled } from './lists.ts'
import { type PackRow, packs, productRecord, type ProductRow } from './record.ts'
import type { ProductUnitInput } from './shapes.ts'
import { product_units } from './tables.ts'

export type Pack = Pick<
  PackRow,
  'unit' | 'factor' | 'barcode' | 'barcode_key' | 'purchase_default' | 'issue_default' | 'used'
>

export const barcodeKey = (barcode: string): string => barcode.replace(/^0+(?=.)/, '')

/** The base unit stands in the list, whether or not it was sent. */
export async function readPacks(
  caller: Caller,
  base_unit: string,
  given: readonly ProductUnitInput[],
): Promise<Pack[]> {
  const read: Pack[] = []
  for (const [at, one] of given.entries()) {
    const pack = await readPack(caller, base_unit, one, `units[${at}]`)
    if (read.some(({ unit }) => unit === pack.unit)) {
      throw invalid(`units[${at}].unit`, `${pack.unit} is there twice.`)
    }
    read.push(pack)
  }
  const base = read.find(({ unit }) => unit === base_unit) ?? baseOf(base_unit)
  return [base, ...read.filter((pack) => pack !== base)]
}

const baseOf = (unit: string): Pack => ({
  unit,
  factor: 1000,
  barcode: null,
  barcode_key: null,
  purchase_default: false,
  issue_default: false,
  used: false,
})

async function readPack(
  caller: Caller,
  base_unit: string,
  given: ProductUnitInput,
  at: string,
): Promise<Pack> {
  const unit = await unitCalled(caller, `${at}.unit`, given.unit)
  const factor = Math.round(given.factor * 1000)
  if (factor <= 0) throw new Refusal(400, 'invalid', 'factor must be more than 0.', { field: at })
  if (factor / 1000 !== given.factor) throw invalid(`${at}.factor`, 'has more than three decimals.')
  if (unit === base_unit && factor !== 1000) {
    throw invalid(`${at}.factor`, `is 1 for the base unit ${base_unit}.`)
  }
  const barcode = given.barcode || null
  return {
    unit,
    factor,
    barcode,
    barcode_key: barcode === null ? null : barcodeKey(barcode),
    purchase_default: given.purchase_default === true,
    issue_default: given.issue_default === true,
    used: false,
  }
}

/** STK-2: a pack in which something was written stays as it is. */
export async function replacePacks(
  caller: Caller,
  product: ProductRow,
  wanted: readonly Pack[],
): Promise<void> {
  const before = await packs.of(caller, product.id)
  for (const { unit, factor } of before.filter(({ used }) => used)) {
    const now = wanted.find((pack) => pack.unit === unit)
    if (now === undefined) throw conflict(`Unit ${unit} was used: it stays.`, 'unit_used')
    if (now.factor !== factor) {
      throw conflict(`Unit ${unit} was used: its factor stays. Add a new unit.`, 'unit_used')
    }
  }
  const kept = wanted.map((pack) => ({
    ...pack,
    used: before.some(({ unit, used }) => used && unit === pack.unit),
  }))
  await keepPacks(caller, product, kept)
}

/** Barcodes are one hospital's, whatever product they are on. */
export async function keepPacks(
  caller: Caller,
  { id }: Pick<ProductRow, 'id'>,
  wanted: readonly Pack[],
): Promise<void> {
  await attempt(() => packs.replace(caller, id, wanted)).catch(async (error: unknown) => {
    throw isTaken(error, 'barcode_key') ? await barcodeTaken(caller, id, wanted) : error
  })
}

async function barcodeTaken(caller: Caller, id: string, wanted: readonly Pack[]): Promise<Refusal> {
  const keys = wanted.flatMap(({ barcode_key }) => (barcode_key === null ? [] : [barcode_key]))
  const twice = wanted.find(({ barcode_key }, at) => keys.indexOf(barcode_key ?? '') < at)
  const found = await product_units.all({ hospital_id: caller.hospital_id, barcode_key: keys })
  const other = found.find(({ product_id }) => product_id !== id)
  if (other === undefined) return invalid('barcode', `${twice?.barcode ?? ''} is there twice.`)
  const { name, strength } = await productRecord.get(caller, other.product_id)
  const called = [name, strength].filter(Boolean).join(' ')
  return conflict(`Barcode ${other.barcode} already belongs to ${called}.`, 'barcode')
}
