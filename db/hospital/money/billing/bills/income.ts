// The account of income of a line: its price's own, else its category's, kept when it is issued, so
// that what takes it back finds it again whatever the map says by then (BIL-73).

import type { Caller } from '../../../../core/caller.ts'
import { accountFor } from '../../accounting/posting/offers.ts'
import { default_income } from '../../accounting/chart/default-map.ts'
import type { Row as Item } from '../charges/items.ts'
import { bill_items } from './tables.ts'
import { categories } from '../words.ts'

const of_modules = new Map(Object.keys(default_income).map((name) => [name.toLowerCase(), name]))

/** Where its income stands: what a module named it, else by its category. */
const incomeOf = (item: Item): string =>
  of_modules.get((item.income_category ?? '').toLowerCase()) ?? categoryOf(item)

/** A category that is none of the nine is accounted as `Other` (2.2). */
export const categoryOf = ({ category }: Item): string =>
  categories.find((one) => one.toLowerCase() === category.toLowerCase()) ?? 'Other'

export async function incomeAccountsOf(
  caller: Caller,
  items: readonly Item[],
): Promise<(item: Item) => string> {
  const without = items.filter(({ account_id }) => account_id === null)
  const found = new Map<string, string>()
  for (const income of new Set(without.map(incomeOf))) {
    found.set(income, (await accountFor(caller, { income })).id)
  }
  return (item) => item.account_id ?? found.get(incomeOf(item)) ?? ''
}

/** Each line's own from now on, and that it is of the entry. */
export async function keepIncomeAccounts(caller: Caller, items: readonly Item[]): Promise<void> {
  const { hospital_id } = caller
  const accountOf = await incomeAccountsOf(caller, items)
  for (const [account_id, own] of Map.groupBy(items, accountOf)) {
    const ids = own.map(({ id }) => id)
    await bill_items.change({ hospital_id, id: ids }, { account_id, issued: true })
  }
}
