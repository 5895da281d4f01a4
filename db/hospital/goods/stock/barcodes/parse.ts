// What a barcode is of (STK-109): the product by the barcode of one of its packs or by its own code, as the
// house's labels have it, and the batch by its lot.

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { BatchRow } from '../pool/batches.ts'
import { batches } from '../pool/tables.ts'
import { type PackRow, productName, productRecord, type ProductRow } from '../products/record.ts'
import { product_units, products } from '../products/tables.ts'
import { barcodeKey } from '../products/units.ts'
import { lotKey, recallOfLot } from '../recalls/recalled.ts'
import { dayOf, type Element, readCode } from './elements.ts'
import type { Barcode, BarcodeWarning } from './shapes.ts'

export async function parse(caller: Caller, code: string): Promise<Barcode> {
  const day = await today(caller)
  const { format, elements } = readCode(code)
  const of = (...wanted: string[]): string | null =>
    elements.find(({ ai }) => wanted.includes(ai))?.value ?? null
  const date = (ai: string): string | null => {
    const value = of(ai)
    return value === null ? null : dayOf(value, day, ai)
  }
  const gtin = of('01', '02')
  const lot = of('10')
  const expiry = date('17')
  const pack = await packOf(caller, gtin ?? (format === 'TEXT' ? code.trim() : ''))
  const own = of('240') ?? (format === 'TEXT' ? code.trim() : null)
  const product =
    pack === undefined
      ? await productCalled(caller, own)
      : await productRecord.get(caller, pack.product_id)
  const batch =
    product === null || lot === null ? null : await batchOf(caller, product, lot, expiry)
  const amount = of('30', '37')
  return {
    format,
    gtin,
    lot,
    expiry,
    manufactured_on: date('11'),
    serial: of('21'),
    quantity: amount === null ? null : Number(amount),
    national_no: nationalOf(elements),
    elements,
    product:
      product === null ? null : { id: product.id, code: product.code, name: productName(product) },
    unit: pack?.unit ?? null,
    factor: pack === undefined ? null : pack.factor / 1000,
    batch: batch === null ? null : { id: batch.id, lot: batch.lot, expiry: batch.expiry },
    warnings: await warningsOf(caller, { product, batch, lot, expiry, day }),
  }
}

const nationalOf = (elements: readonly Element[]): string | null =>
  elements.find(({ ai }) => /^71[0-7]$/.test(ai))?.value ?? null

/** What a scanner leaves away of leading noughts is the same code. */
async function packOf({ hospital_id }: Caller, code: string): Promise<PackRow | undefined> {
  const barcode_key = code === '' ? null : barcodeKey(code)
  return barcode_key === null ? undefined : product_units.find({ hospital_id, barcode_key })
}

async function productCalled(
  { hospital_id }: Caller,
  code: string | null,
): Promise<ProductRow | null> {
  if (code === null || code.length > 30) return null
  return (await products.find({ hospital_id, code: capitals(code) })) ?? null
}

/** Of the same expiry where the code says one, else of the lot. */
async function batchOf(
  { hospital_id }: Caller,
  { id: product_id }: ProductRow,
  lot: string,
  expiry: string | null,
): Promise<BatchRow | null> {
  const known = await batches.all({ hospital_id, product_id }, { order: ['id'] })
  const same = known.filter((one) => lotKey(one.lot) === lotKey(lot))
  return same.find((one) => one.expiry === expiry) ?? same[0] ?? null
}

interface Found {
  product: ProductRow | null
  batch: BatchRow | null
  lot: string | null
  expiry: string | null
  day: string
}

async function warningsOf(
  caller: Caller,
  { product, batch, lot, expiry, day }: Found,
): Promise<BarcodeWarning[]> {
  if (product === null) return ['UNKNOWN_PRODUCT']
  const last = expiry ?? batch?.expiry ?? null
  const recalled = lot !== null && (await recallOfLot(caller, product.id, lot)) !== null
  const differs = batch !== null && expiry !== null && batch.expiry !== expiry
  const said: [BarcodeWarning, boolean][] = [
    ['EXPIRED', batch?.status === 'EXPIRED' || (last !== null && last < day)],
    ['RECALLED', recalled || batch?.status === 'RECALLED'],
    ['ON_HOLD', batch?.status === 'ON_HOLD'],
    ['LOT_EXPIRY_DIFFERS', differs],
  ]
  return said.flatMap(([warning, is]) => (is ? [warning] : []))
}
