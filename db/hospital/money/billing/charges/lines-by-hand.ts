// Lines that a person writes (BIL-15, BIL-19, BIL-20): each is read and priced before any is kept.

import { asTyped } from '../../../../core/kinds/capitals.ts'
import { type Caller, can } from '../../../../core/caller.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import type { NewRow } from '../../../../store/table.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { departmentNamed } from '../../accounting/books.ts'
import { policyOf } from '../../policy/policy.ts'
import { codeOf, type Priced, pricesOf } from '../../tariff/prices.ts'
import type { VisitClass } from '../../tariff/words.ts'
import { lineAmounts } from '../amounts.ts'
import { thousandths } from '../../../../core/kinds/quantity.ts'
import type { ItemInput } from '../bills/input-shapes.ts'
import { newLine } from './items.ts'
import { pricePayer } from '../bills/payers.ts'
import type { Row as Bill } from '../bills/rows.ts'
import type { bill_items } from '../bills/tables.ts'

export interface Handwritten extends ItemInput {
  product_id?: string | null
  batch_id?: string | null
}

export interface ByHand {
  /** How the list is called in the body: `items`, `lines`. */
  field: string
  bill: Bill
  visit_class: VisitClass | null
  /** A counter sale has no line without a price. */
  priced: boolean
  first_position: number
  notes: string | null
}

export type Line = NewRow<(typeof bill_items)['columns']>

export async function linesByHand(
  caller: Caller,
  given: readonly Handwritten[],
  by: ByHand,
): Promise<Line[]> {
  const { field, bill } = by
  if (given.length === 0) throw new Refusal(400, 'invalid', `${field} needs at least one line.`)
  if (by.first_position - 1 + given.length > 500) {
    throw conflict('A bill takes at most 500 lines.')
  }
  const purse = await purseOf(caller)
  const read = given.map((line, at) => readLine(purse, line, `${field}[${at}]`))
  const codes = read.flatMap(({ code }) => (code === null ? [] : [code]))
  const prices =
    codes.length === 0
      ? new Map<string, Priced>()
      : await pricesOf(caller, {
          codes,
          date: bill.service_date,
          payer: pricePayer(bill),
          visit_class: by.visit_class,
        })
  const made: Line[] = []
  for (const [at, line] of read.entries()) {
    const price = line.code === null ? null : (prices.get(line.code) ?? null)
    await refusePrice(caller, purse, line, price, by)
    const { line: row } = await newLine(
      caller,
      bill,
      { ...line, department: await departmentOf(caller, `${field}[${at}]`, line.department) },
      price,
      by.first_position + at,
    )
    if ((row.discount ?? 0) > (row.gross ?? 0)) {
      throw invalid(`${field}[${at}].discount`, 'is more than the line.')
    }
    made.push(row)
  }
  return made
}

interface Read {
  at: string
  code: string | null
  code_typed: string | null
  description: string | null
  category: string | null
  department: string | null
  quantity: number
  unit_price: number | null
  discount: number
  source: string | null
  source_id: string | null
  performed_by_id: string | null
  product_id: string | null
  batch_id: string | null
}

const text = (typed: string | null | undefined): string | null => {
  const said = (typed ?? '').trim()
  return said === '' ? null : said
}

function readLine(purse: Purse, line: Handwritten, at: string): Read {
  const code = text(line.code)
  const description = text(line.description)
  if (code === null && description === null) {
    throw new Refusal(400, 'invalid', `${at}: give a code or a description.`)
  }
  const unit_price = readMoney(purse, `${at}.unit_price`, line.unit_price)
  if (code === null && unit_price === null) {
    throw invalid(`${at}.unit_price`, 'is required for a line without a code.')
  }
  return {
    at,
    code: code === null ? null : codeOf(code),
    code_typed: code === null ? null : asTyped(code, codeOf(code)),
    description,
    category: text(line.category),
    department: text(line.department),
    quantity: thousandths(`${at}.quantity`, line.quantity ?? 1),
    unit_price,
    discount: readMoney(purse, `${at}.discount`, line.discount) ?? 0,
    source: text(line.source),
    source_id: text(line.source_id),
    performed_by_id: line.performed_by_id ?? null,
    product_id: line.product_id ?? null,
    batch_id: line.batch_id ?? null,
  }
}

export function readMoney(
  purse: Purse,
  field: string,
  typed: number | null | undefined,
): number | null {
  if (typed === null || typed === undefined) return null
  const minor = purse.minor(field, typed)
  if (minor < 0) throw invalid(field, 'must not be negative.')
  return minor
}

/** BIL-19: the list says the price; another one is for those who may, and never below its floor. */
export async function refusePrice(
  caller: Caller,
  purse: Purse,
  line: Pick<Read, 'at' | 'code' | 'description' | 'unit_price' | 'discount'>,
  price: Priced | null,
  by: Pick<ByHand, 'priced' | 'notes' | 'bill'>,
): Promise<void> {
  const { code, unit_price } = line
  if (code === null) return
  const listed = price?.price ?? null
  if (listed === null && unit_price === null) return refuseUnpriced(caller, code, by)
  const other = unit_price !== null && unit_price !== listed
  if (!other && line.discount === 0) return
  if (!can(caller, 'price:override')) {
    const words = listed === null ? 'not in the price list' : purse.said(listed)
    throw new Refusal(
      403,
      'not_permitted',
      `Your role may not change prices: ${code} is ${words}.`,
      { facts: { permissions: ['price:override'] } },
    )
  }
  if (other && line.description === null && by.notes === null) {
    const field = line.at === '' ? 'description' : `${line.at}.description`
    throw invalid(field, 'is required: say why the price is another.')
  }
  const floor = price?.min_price ?? null
  if (floor !== null && (unit_price ?? listed ?? 0) < floor) {
    throw conflict(`${code} may not be sold below ${purse.said(floor)}.`, 'min_price')
  }
}

async function refuseUnpriced(
  caller: Caller,
  code: string,
  { priced, bill }: Pick<ByHand, 'priced' | 'bill'>,
): Promise<void> {
  if (priced) throw conflict(`No price for ${code} in the price list.`, 'unpriced')
  if ((await policyOf(caller)).unpriced_charge === 'FLAG') return
  throw conflict(`No price for ${code} in the price list of ${bill.payer ?? 'Self'}.`, 'unpriced')
}

/** By hand a department that nobody knows is refused (BIL-20). */
async function departmentOf(
  caller: Caller,
  at: string,
  typed: string | null,
): Promise<string | null> {
  if (typed === null) return null
  try {
    return await departmentNamed(caller, typed)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(400, 'invalid', `${at}.${error.message}`, { field: `${at}.department` })
  }
}

/** A line whose quantity, price or discount changed, reckoned anew; nothing is covered yet. */
export function reckoned(line: {
  quantity: number
  unit_price: number | null
  discount: number
  tax_rate: number | null
  tax_inclusive: boolean
}) {
  const amounts = lineAmounts(line)
  return { ...amounts, patient_share: amounts.amount, covered: 0, balance: amounts.amount }
}
