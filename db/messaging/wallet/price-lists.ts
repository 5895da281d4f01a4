// Price lists as the platform keeps them (MSG 2.7): a price that has been in force is never changed,
// a new one is a new row.

import { clock } from '../../core/clock.ts'
import { attempt } from '../../store/connection.ts'
import { isTaken } from '../../store/engines/engine.ts'
import { toMajor, toMinor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { conflict, invalid, invalidAs, noneCalled } from '../../core/refusal.ts'
import type { RowOf } from '../../store/table.ts'
import { note } from '../accounts/audit.ts'
import type { Actor } from '../caller.ts'
import { setting } from '../settings/settings.ts'
import { forgetPrices } from './prices.ts'
import { msg_price_lists, msg_prices } from './tables.ts'

export type PriceList = RowOf<(typeof msg_price_lists)['columns']>
type Row = RowOf<(typeof msg_prices)['columns']>

export const whatsapp_items = ['marketing', 'utility', 'authentication', 'session'] as const

export const allLists = (): Promise<PriceList[]> =>
  msg_price_lists.all({}, { order: ['name', 'id'] })

export async function listCalled(typed: string): Promise<PriceList> {
  const found = (await allLists()).find(
    ({ id, name }) => id === typed || name.toLowerCase() === typed.trim().toLowerCase(),
  )
  if (found === undefined) throw noneCalled('price list', typed)
  return found
}

/** Of an account: prices are in its own currency. */
export async function listFor(typed: string, currency: string): Promise<PriceList> {
  const found = await listCalled(typed)
  if (found.currency !== currency)
    throw invalid(
      'price_list',
      `${found.name} is in ${found.currency}, the account in ${currency}.`,
    )
  return found
}

export interface PriceLine {
  channel: Row['channel']
  item: string
  unit_price: number
  valid_from: string
  state: 'past' | 'in force' | 'coming'
  created_by: string
}

/** The latest first within each item. */
export async function pricesIn({ id, currency }: PriceList): Promise<PriceLine[]> {
  const found = await msg_prices.all(
    { price_list_id: id },
    { order: ['channel', 'item', '-valid_from'] },
  )
  const [now, money] = [clock.instant(), currencyOf(currency)]
  const in_force = new Set<string>()
  return found.map((row): PriceLine => {
    const name = `${row.channel} ${row.item}`
    const state = row.valid_from > now ? 'coming' : in_force.has(name) ? 'past' : 'in force'
    if (state === 'in force') in_force.add(name)
    const { channel, item, valid_from, created_by } = row
    return {
      channel,
      item,
      unit_price: toMajor(row.unit_price, money),
      valid_from,
      state,
      created_by,
    }
  })
}

export async function openList(by: Actor, name: string): Promise<PriceList> {
  const label = name.trim()
  if ((await allLists()).some((one) => one.name.toLowerCase() === label.toLowerCase()))
    throw conflict(`There is a price list called ${label} already.`)
  const made = await msg_price_lists.insert({ name: label, currency: await setting('currency') })
  await noteList(by, 'price_list.create', made)
  return made
}

export interface NewPrice {
  channel: Row['channel']
  item: string
  unit_price: number
  valid_from?: string | undefined
}

export async function addPrice(by: Actor, list: PriceList, given: NewPrice): Promise<void> {
  const { channel, item } = given
  const now = clock.instant()
  const valid_from = given.valid_from === undefined ? now : new Date(given.valid_from).toISOString()
  if (valid_from < now) throw invalidAs('from', 'a past price cannot be changed.')
  if (given.unit_price < 0) throw invalid('price', 'must be 0 or more.')
  const unit_price = toMinor(given.unit_price, currencyOf(list.currency), 'price')
  const name = { price_list_id: list.id, channel, item, valid_from }
  await orTaken(() =>
    msg_prices.insert({ ...name, unit_price, created_by: by.actor.slice(0, 160), created_at: now }),
  )
  forgetPrices()
  await noteList(by, 'price.add', list, { channel, item, unit_price: given.unit_price, valid_from })
}

async function orTaken(work: () => Promise<unknown>): Promise<void> {
  try {
    await attempt(work)
  } catch (error) {
    if (!isTaken(error, 'valid_from')) throw error
    throw conflict('This price begins at that very moment already; choose another.')
  }
}

/** What has no price in a list is looked up in the default one, so that one needs them all. */
export async function makeDefault(
  by: Actor,
  list: PriceList,
  operators: readonly string[],
): Promise<boolean> {
  if (list.is_default) return false
  const priced = new Set(
    (await pricesIn(list))
      .filter(({ state }) => state === 'in force')
      .map(({ channel, item }) => `${channel} ${item}`),
  )
  const missing = [
    ...operators.map((code) => `sms ${code}`),
    ...whatsapp_items.map((item) => `whatsapp ${item}`),
  ].filter((name) => !priced.has(name))
  if (missing.length > 0)
    throw conflict(`${list.name} has no price in force for ${missing.join(', ')}.`)
  if (list.currency !== (await setting('currency')))
    throw conflict(`${list.name} is in ${list.currency}, which is not the deployment's currency.`)
  await msg_price_lists.change({ is_default: true }, { is_default: false })
  await msg_price_lists.change({ id: list.id }, { is_default: true })
  forgetPrices()
  await noteList(by, 'price_list.default', list)
  return true
}

const noteList = (
  by: Actor,
  action: string,
  { id, name }: PriceList,
  changes: Record<string, unknown> | null = null,
): Promise<void> => note(by, action, { entity: 'price_list', entity_id: id, label: name, changes })
