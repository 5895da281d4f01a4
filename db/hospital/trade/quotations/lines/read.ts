// Reading the lines of a quotation or an order (COM-16, COM-18, COM-21): each is priced before any is kept.

import type { Caller } from '../../../../core/caller.ts'
import { portion } from '../../../../core/kinds/money.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { folded } from '../../../../store/table.ts'
import { type Lying, averageCosts } from '../../../goods/stock/pool/average.ts'
import { inBase } from '../../../goods/stock/products/quantities.ts'
import { productName, type ProductRow } from '../../../goods/stock/products/record.ts'
import { products } from '../../../goods/stock/products/tables.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { codeOf, type Priced } from '../../../money/tariff/prices.ts'
import { productsOfCodes } from '../../../neighbours/stock.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { contractPrices, tariffCodeOf } from './prices.ts'
import type { LineInput } from './shapes.ts'

export interface LineRead {
  code: string | null
  product_id: string | null
  description: string
  quantity: number
  unit_price: number
  line_total: number
  list_price: number | null
  unit: string | null
  below_cost: boolean
  discountable: boolean
}

interface Known {
  purse: Purse
  prices: ReadonlyMap<string, Priced>
  products: ReadonlyMap<string, ProductRow>
  costs: ReadonlyMap<string, Lying>
}

export async function readLines(
  caller: Caller,
  given: readonly LineInput[],
  { client_id, facility_id }: { client_id: string | null; facility_id: string },
): Promise<LineRead[]> {
  if (given.length === 0) throw new Refusal(400, 'invalid', 'items needs at least one line.')
  const named = await withProducts(caller, given)
  const purse = await purseOf(caller)
  const products_of = await productsNamed(caller, named)
  const codes = named.flatMap((line) => codesOf(line, products_of))
  const prices = await contractPrices(caller, client_id, codes, await today(caller))
  const costs = await averageCosts(caller, facility_id, [...products_of.keys()])
  return named.map((line, at) =>
    readLine(line, `Line ${at + 1}`, { purse, prices, products: products_of, costs }),
  )
}

/** A code alone means the one product that is sold under it, where there is one (ruling on goods). */
async function withProducts(caller: Caller, given: readonly LineInput[]): Promise<LineInput[]> {
  const alone = given.flatMap(({ code, product_id }) => (code && !product_id ? [code] : []))
  const known =
    alone.length === 0 ? new Map<string, string>() : await productsOfCodes(caller, alone)
  return given.map((line) => {
    const product_id = line.product_id || known.get(codeOf(line.code ?? '')) || null
    return { ...line, product_id }
  })
}

async function productsNamed(
  { hospital_id }: Caller,
  lines: readonly LineInput[],
): Promise<Map<string, ProductRow>> {
  const ids = lines.flatMap(({ product_id }) => (product_id ? [product_id] : []))
  const found = ids.length === 0 ? [] : await products.all({ hospital_id, id: [...new Set(ids)] })
  return new Map(found.map((row) => [row.id, row]))
}

function codesOf(
  { code, product_id }: LineInput,
  products_of: ReadonlyMap<string, ProductRow>,
): string[] {
  const of_product = tariffCodeOf(products_of.get(product_id ?? ''))
  return [code, of_product].flatMap((one) => (one ? [codeOf(one)] : []))
}

function readLine(line: LineInput, at: string, known: Known): LineRead {
  const product = productOf(line, at, known)
  const quantity = quantityRead(line, product, at)
  const priced = pricedBy(line, product, known)
  const list_price = priced?.price ?? null
  const unit_price = priceRead(line, list_price, at, known.purse)
  const description = described(line, product, priced, at)
  if (unit_price === 0 && !line.description) {
    throw new Refusal(400, 'invalid', `${at}: a line without a price needs a description.`)
  }
  return {
    code: line.code ? codeOf(line.code) : soldUnder(product, known),
    product_id: product?.id ?? null,
    description,
    quantity,
    unit_price,
    line_total: portion(quantity, unit_price, 1000),
    list_price,
    unit: product?.base_unit ?? null,
    below_cost: isBelowCost(unit_price, known.costs.get(product?.id ?? '')),
    discountable: true,
  }
}

function productOf({ code, product_id }: LineInput, at: string, known: Known): ProductRow | null {
  if (!product_id) return null
  const product = known.products.get(product_id)
  if (product === undefined) throw new Refusal(404, 'not_found', `${at}: no such product.`)
  if (!product.active) throw conflict(`${at}: ${productName(product)} is no longer sold.`)
  const own = [product.code, product.tariff_code].map((one) => folded(one ?? ''))
  if (code && !own.includes(folded(code.trim()))) {
    throw conflict(`${at}: code ${code.trim()} is not the code of ${productName(product)}.`)
  }
  return product
}

/** A product's own code, where the tariff has a price under it. */
function soldUnder(product: ProductRow | null, { prices }: Known): string | null {
  if (product === null || product.tariff_code !== null) return product?.tariff_code ?? null
  const priced = prices.get(codeOf(product.code))?.price
  return priced === undefined || priced === null ? null : product.code
}

/** COM-21; of goods that are not split no part is sold. */
function quantityRead({ quantity }: LineInput, product: ProductRow | null, at: string): number {
  const kept = Math.round(quantity * 1000)
  if (!(quantity > 0)) throw invalid(`${at}: quantity`, 'must be more than 0.')
  if (kept / 1000 !== quantity || !Number.isSafeInteger(kept)) {
    throw invalid(`${at}: quantity`, 'has at most three decimals.')
  }
  return product === null ? kept : inBase(product, [], { quantity }, at)
}

const pricedBy = (
  { code }: LineInput,
  product: ProductRow | null,
  { prices }: Known,
): Priced | undefined => {
  const own = code ? prices.get(codeOf(code)) : undefined
  const of_product = prices.get(codeOf(tariffCodeOf(product) ?? ''))
  return own?.price === null || own === undefined ? (of_product ?? own) : own
}

function priceRead(
  { unit_price }: LineInput,
  list_price: number | null,
  at: string,
  purse: Purse,
): number {
  if (unit_price === null || unit_price === undefined) {
    if (list_price !== null) return list_price
    throw new Refusal(400, 'invalid', `${at} has no price: give unit_price.`)
  }
  if (unit_price < 0) throw invalid(`${at}: unit_price`, 'must be 0 or more.')
  return purse.minor(`${at}: unit_price`, unit_price)
}

function described(
  { description, code }: LineInput,
  product: ProductRow | null,
  priced: Priced | undefined,
  at: string,
): string {
  const said = (description ?? '').trim()
  if (said !== '') return said
  const name = product === null ? priced?.name : productName(product)
  const words = name ?? (code ? code.trim() : '')
  if (words === '') throw invalid(`${at}: description`, 'is required.')
  return words.slice(0, 300).toWellFormed()
}

const isBelowCost = (unit_price: number, lying: Lying | undefined): boolean =>
  lying !== undefined && BigInt(unit_price) * BigInt(lying.quantity) < BigInt(lying.value) * 1000n
