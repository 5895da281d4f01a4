// Price lists with what is sold by them: operators and categories (MSG 2.7).

import { rows } from '../../store/connection.ts'
import { noneCalled } from '../../core/refusal.ts'
import { sql } from '../../store/sql.ts'
import type { Actor } from '../caller.ts'
import { operatorCodes } from '../routing/operators.ts'
import * as lists from '../wallet/price-lists.ts'

export { listCalled, openList, pricesIn } from '../wallet/price-lists.ts'

export async function shownLists() {
  const used = await rows<{ price_list_id: string; n: number }>(
    sql`select price_list_id, count(*) as n from msg_accounts
        where price_list_id is not null group by price_list_id`,
  )
  const counts = new Map(used.map(({ price_list_id, n }) => [price_list_id, Number(n)]))
  return (await lists.allLists()).map(({ id, name, currency, is_default }) => ({
    id,
    name,
    currency,
    is_default,
    accounts: counts.get(id) ?? 0,
  }))
}

const itemsOf = (channel: lists.NewPrice['channel']): Promise<readonly string[]> =>
  channel === 'sms' ? operatorCodes() : Promise.resolve(lists.whatsapp_items)

/** `all` is every operator, or every category. */
export async function addPrices(
  by: Actor,
  list: lists.PriceList,
  given: lists.NewPrice,
): Promise<lists.PriceLine[]> {
  const known = await itemsOf(given.channel)
  const items = given.item === 'all' ? known : known.filter((one) => one === given.item)
  if (items.length === 0) throw noneCalled(`price of ${given.channel} for`, given.item, known)
  for (const item of items) await lists.addPrice(by, list, { ...given, item })
  const after = await lists.pricesIn(list)
  return items.flatMap(
    (item) => after.find((one) => one.channel === given.channel && one.item === item) ?? [],
  )
}

export const makeDefault = async (by: Actor, list: lists.PriceList): Promise<boolean> =>
  lists.makeDefault(by, list, await operatorCodes())
