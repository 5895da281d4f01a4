// What stands on labels of lots and of shelves. What is scanned of them is read again by STK-106.

import type { Caller } from '../../../../core/caller.ts'
import { invalid, noSuch } from '../../../../core/refusal.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { checkDigit } from '../barcodes/elements.ts'
import type { BatchRow } from '../pool/batches.ts'
import { batches } from '../pool/tables.ts'
import {
  type PackRow,
  packs,
  productName,
  type ProductRow,
  productsOf,
} from '../products/record.ts'
import type { GoodsLabelsInput } from './shapes.ts'

export async function labelsOf(caller: Caller, asked: GoodsLabelsInput) {
  const lots = await batchesOf(caller, asked.batch_ids ?? [])
  const named = asked.product_ids ?? []
  if (lots.length + named.length === 0) throw invalid('batch_ids', 'or product_ids are required.')
  const products = await productsOf(caller, [...lots.map(({ product_id }) => product_id), ...named])
  const packs_of = await packs.ofMany(caller, [...products.keys()])
  const { name, language, date_format } = await hospitalOf(caller)
  const shelves = named.map((product_id) => ({ product_id, lot: null, expiry: null }))
  const labels = [...lots, ...shelves].map(({ product_id, lot, expiry }) => {
    const product = products.get(product_id) as ProductRow
    return labelOf(product, packs_of.get(product_id) ?? [], { lot, expiry })
  })
  return {
    size: asked.size ?? ('SMALL' as const),
    house: { hospital: name, language, date_format },
    labels: labels.flatMap((label) => Array.from({ length: asked.copies ?? 1 }, () => label)),
  }
}

async function batchesOf({ hospital_id }: Caller, ids: readonly string[]): Promise<BatchRow[]> {
  const wanted = [...new Set(ids)]
  const found = wanted.length === 0 ? [] : await batches.all({ hospital_id, id: wanted })
  if (found.length < wanted.length) throw noSuch('batch')
  return wanted.map((id) => found.find((one) => one.id === id) as BatchRow)
}

type Lot = Pick<BatchRow, 'lot' | 'expiry'>

function labelOf(product: ProductRow, own: readonly PackRow[], { lot, expiry }: Lot) {
  const { code, high_alert, lasa_with, controlled, storage, base_unit } = product
  const barcode = own.find((pack) => pack.unit === base_unit)?.barcode ?? own[0]?.barcode ?? null
  const name = productName(product)
  const is_shelf = lot === null && expiry === null
  return {
    // What is easily taken for something else stands in tall letters.
    name: high_alert || lasa_with.length > 0 ? name.toUpperCase() : name,
    form: product.form,
    code,
    lot,
    expiry,
    is_cold: storage === 'COLD' || storage === 'FROZEN',
    is_controlled: controlled,
    is_high_alert: high_alert,
    bars: is_shelf ? (barcode ?? code) : null,
    qr: is_shelf ? null : elementsOf({ barcode, code, lot, expiry }),
  }
}

/**
 * `(01)06290000123456(17)280229(10)AB12`, in brackets, which every reader of text passes on as they are; a
 * product without a number of its own trade has the hospital's (decision 0503).
 */
export function elementsOf(of: Lot & { barcode: string | null; code: string }): string {
  const { barcode, code, lot, expiry } = of
  const article = isTradeNumber(barcode) ? `(01)${barcode.padStart(14, '0')}` : `(240)${code}`
  const until = expiry === null ? '' : `(17)${expiry.replaceAll('-', '').slice(2)}`
  const of_lot = lot === null || !fits(lot) ? '' : `(10)${lot}`
  return `${article}${until}${of_lot}`
}

const fits = (lot: string): boolean => lot.length <= 20 && !lot.includes('(')

const isTradeNumber = (barcode: string | null): barcode is string =>
  barcode !== null &&
  /^(\d{8}|\d{12,14})$/.test(barcode) &&
  checkDigit(barcode.slice(0, -1)) === Number(barcode.at(-1))
