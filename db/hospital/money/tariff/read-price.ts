// A price as it is typed, read into the columns that keep it.

import type { Caller } from '../../../core/caller.ts'
import { isId } from '../../../core/ids.ts'
import { toMinor } from '../../../core/kinds/money.ts'
import { toBasisPoints } from '../../../core/kinds/percent.ts'
import { conflict, invalid, noSuch, Refusal } from '../../../core/refusal.ts'
import { booksOf, departmentNamed } from '../accounting/books.ts'
import { currency as currencyOf } from '../../office/hospitals/hospitals.ts'
import { tax_rates } from '../accounting/taxes/tables.ts'
import { codeOf, type TariffRow } from './prices.ts'
import type { TariffChange } from './shapes.ts'
import { tariffs } from './tables.ts'

export type Said = Partial<
  Omit<TariffRow, 'id' | 'hospital_id' | 'created_at' | 'updated_at' | 'version'>
>

/** Only what was said; code, payer and the day it begins are its key and read apart. */
export async function readPrice(caller: Caller, input: TariffChange): Promise<Said> {
  const money = await currencyOf(caller)
  const minor = (field: string, amount: number | null): number | null =>
    amount === null ? null : notNegative(toMinor(amount, money, field), field)
  const said: Said = {}
  if (input.name !== undefined) said.name = input.name
  if (input.price !== undefined) said.price = minor('price', input.price)
  if (input.active !== undefined) said.active = input.active
  if (input.category !== undefined) said.category = input.category ?? 'Other'
  if (input.department !== undefined) said.department = await departmentOf(caller, input.department)
  if (input.effective_to !== undefined) said.effective_to = input.effective_to
  if (input.tax_code !== undefined) said.tax_code = await taxOf(caller, input.tax_code)
  if (input.account_id !== undefined) said.account_id = await accountOf(caller, input.account_id)
  if (input.product_id !== undefined) said.product_id = productOf(input.product_id)
  if (input.scheme_code !== undefined) said.scheme_code = input.scheme_code || null
  if (input.min_price !== undefined) said.min_price = minor('min_price', input.min_price)
  if (input.emergency_pct !== undefined) {
    said.emergency_bp =
      input.emergency_pct === null ? null : toBasisPoints(input.emergency_pct, 'emergency_pct')
  }
  if (input.contents !== undefined) said.contents = await contentsOf(caller, input)
  if (input.valid_days !== undefined) said.valid_days = input.valid_days
  return said
}

/** Nobody keeps products yet who could be asked; what is no id names none all the same. */
function productOf(id: string | null): string | null {
  if (id === null || id === '') return null
  if (!isId(id)) throw noSuch('product')
  return id
}

/** Nobody owes a price the other way round. */
export function notNegative(amount: number, field: string): number {
  if (amount < 0) throw invalid(field, 'must not be negative.')
  return amount
}

const departmentOf = async (caller: Caller, typed: string | null): Promise<string | null> =>
  typed === null || typed === '' ? null : await departmentNamed(caller, typed)

async function taxOf({ hospital_id }: Caller, typed: string | null): Promise<string | null> {
  if (typed === null || typed === '') return null
  const code = codeOf(typed)
  const found = await tax_rates.find({ hospital_id, code })
  if (found === undefined) throw noSuchAt('tax_code', 'tax rate')
  return code
}

async function accountOf(caller: Caller, id: string | null): Promise<string | null> {
  if (id === null) return null
  const { chart } = await booksOf(caller)
  const account = chart.by_id.get(id)
  if (account === undefined) throw noSuchAt('account_id', 'account')
  if (account.role !== 'POSTING' || account.kind !== 'INCOME') {
    throw conflict(`${account.code} ${account.name} is not a posting account of income.`)
  }
  return id
}

/** BIL-140: what is in a package stands in the general list itself, and is no package. */
async function contentsOf(
  { hospital_id }: Caller,
  { contents }: TariffChange,
): Promise<TariffRow['contents']> {
  if (contents === null || contents === undefined || contents.length === 0) return null
  const codes = contents.map(({ code }) => codeOf(code))
  const known = await tariffs.all({ hospital_id, code: codes, payer_key: '' })
  contents.forEach(({ quantity }, at) => {
    const code = codes[at] as string
    const rows = known.filter((row) => row.code === code)
    if (rows.length === 0) throw noSuchAt(`contents[${at}].code`, 'code in the price list')
    if (rows.some((row) => row.contents !== null)) {
      throw conflict(`contents[${at}].code: ${code} is a package itself.`)
    }
    if (Math.round(quantity * 1000) / 1000 !== quantity) {
      throw invalid(`contents[${at}].quantity`, 'must be more than 0, with at most three decimals.')
    }
    if (codes.indexOf(code) !== at) throw invalid(`contents[${at}].code`, 'is there twice.')
  })
  return contents.map(({ quantity }, at) => ({ code: codes[at] as string, quantity }))
}

const noSuchAt = (field: string, thing: string): Refusal =>
  new Refusal(404, 'not_found', `${field}: no such ${thing}.`, { field })
