// What a segment costs (MSG-261): the row in force at acceptance, of the account's list.

import { msg_price_lists, msg_prices } from './tables.ts'
import { kept } from '../../store/kept.ts'

interface PriceRow {
  unit_price: number
  valid_from: string
}

/** Rows by channel and item, the latest first; a row in force is never changed. */
const lists = kept(async (price_list_id): Promise<ReadonlyMap<string, readonly PriceRow[]>> => {
  const id =
    price_list_id === '' ? (await msg_price_lists.find({ is_default: true }))?.id : price_list_id
  if (id === undefined) return new Map()
  const found = await msg_prices.all({ price_list_id: id }, { order: ['-valid_from'] })
  return Map.groupBy(found, ({ channel, item }) => `${channel} ${item}`)
})

export const forgetPrices = (): void => lists.forget()

/** Asks for many prices of one moment; what has no price costs nothing only where it says so. */
export async function pricesAt(
  price_list_id: string | null,
  channel: 'sms' | 'whatsapp',
  at: string,
): Promise<(item: string) => number> {
  const own = await lists.get(price_list_id ?? '')
  const standard = price_list_id === null ? own : await lists.get('')
  return (item) => {
    const name = `${channel} ${item}`
    for (const list of [own, standard]) {
      const row = list.get(name)?.find(({ valid_from }) => valid_from <= at)
      if (row !== undefined) return row.unit_price
    }
    throw new Error(`no price list says what ${name} costs`)
  }
}

export interface Price {
  channel: 'sms' | 'whatsapp'
  item: string
  unit_price: number
  valid_from: string
}

/** In force now and coming, as the account sees them. */
export async function pricesOf(price_list_id: string | null, at: string): Promise<Price[]> {
  const list = await lists.get(price_list_id ?? '')
  return [...list].flatMap(([name, rows]) => {
    const [channel, item] = name.split(' ') as [Price['channel'], string]
    const current = rows.findIndex(({ valid_from }) => valid_from <= at)
    const shown = current < 0 ? rows : rows.slice(0, current + 1)
    return shown
      .map(({ unit_price, valid_from }) => ({ channel, item, unit_price, valid_from }))
      .reverse()
  })
}
