// What a body says of a product, read against what stands (2.1, STK-3).

import { capitals } from '../../../../core/kinds/capitals.ts'
import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { folded } from '../../../../store/table.ts'
import { taxRateOn } from '../../../money/accounting/taxes/rates.ts'
import { booksOf } from '../../../money/accounting/books.ts'
import { postable } from '../../../money/accounting/entries/lines.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { categoryRecord } from './lists.ts'
import { type ProductRow, productsOf } from './record.ts'
import type { ProductChange } from './shapes.ts'
import type { ProductClass } from './words.ts'

type Said = Partial<ProductRow>

/** What a class brings where nothing is said. */
export const classDefaults = (of: ProductClass): Said => ({
  batch_required: of !== 'GENERAL',
  expiry_required: of !== 'GENERAL' && of !== 'SUPPLY',
  reissuable: true,
  storage: 'ROOM',
})

/** Null says nothing of what a product always has. */
const always = [
  'controlled',
  'high_alert',
  'national_list',
  'divisible',
  'batch_required',
  'expiry_required',
  'reissuable',
  'storage',
  'lasa_with',
  'substitutes',
] as const

export async function readProduct(caller: Caller, input: ProductChange): Promise<Said> {
  const { code, base_unit: _unit, atc_code, tariff_code, ...rest } = input
  const said = Object.fromEntries(
    Object.entries(rest)
      .filter(([field, value]) => value !== null || !always.some((one) => one === field))
      .map(([field, value]) => [field, value === '' ? null : value]),
  ) as Said
  if (code !== undefined) said.code = capitals(code)
  if (atc_code !== undefined) said.atc_code = atcOf(atc_code)
  if (tariff_code !== undefined) said.tariff_code = tariff_code ? capitals(tariff_code) : null
  await namedThere(caller, said)
  return said
}

/** Seven characters, or a shorter level of them; held against its form, not against a list. */
function atcOf(typed: string | null): string | null {
  if (!typed) return null
  const code = capitals(typed.trim())
  if (!/^[A-Z](\d\d([A-Z]([A-Z](\d\d)?)?)?)?$/.test(code)) {
    throw invalid('atc_code', 'must be like J01CA04, or a shorter level of it.')
  }
  return code
}

async function namedThere(caller: Caller, said: Said): Promise<void> {
  if (said.category_id) await categoryRecord.get(caller, said.category_id)
  await productsOf(caller, [...(said.lasa_with ?? []), ...(said.substitutes ?? [])])
  await accountsMustBe(caller, said)
  if (said.tax_code) await taxRateOn(caller, said.tax_code, await today(caller))
}

async function accountsMustBe(caller: Caller, said: Said): Promise<void> {
  for (const [field, wanted] of account_kinds) {
    const id = said[field]
    if (!id) continue
    const { kind, code, name } = postable(await booksOf(caller), id)
    if (kind !== wanted) throw invalid(field, `${code} ${name} is no such account.`)
  }
}
const account_kinds = [
  ['inventory_account_id', 'ASSET'],
  ['cost_account_id', 'EXPENSE'],
] as const

/** What must hold of the whole, whichever part was said. */
export function mustBeWhole(row: Said): void {
  if (row.class === 'MEDICINE') {
    for (const field of ['strength', 'form', 'route'] as const) {
      if (!row[field]) throw invalid(field, 'is required for a medicine.')
    }
  }
  if (row.controlled === true && !row.controlled_schedule) {
    throw invalid('controlled_schedule', 'is required for a controlled drug.')
  }
  const { min_temp = null, max_temp = null } = row
  if (min_temp !== null && max_temp !== null && min_temp > max_temp) {
    throw invalid('max_temp', 'must not be below min_temp.')
  }
}

export const identityOf = ({
  name,
  strength,
  form,
}: Pick<ProductRow, 'name' | 'strength' | 'form'>): string =>
  [name, strength, form].map((part) => folded(part ?? '').replace(/\s+/g, ' ')).join('|')
