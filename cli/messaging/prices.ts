// What a segment costs, by list (messaging 8, 2.7).

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import { command, done, maybe, orElse, word, yes } from '../frame/grammar/command.ts'
import { onOff, tableOf } from '../frame/lists.ts'
import { by, day_time, name, sum } from './frame.ts'

const rules = () => import('../../db/messaging/platform/prices.ts')
const price_list = word(name, 'the price list, by name or id')
const item = text('an operator, a category of WhatsApp, or all', /^[a-z0-9-]{2,20}$/)

const list = command('messaging price list', {
  says: 'Prints the price lists.',
  class: 'R',
  permission: 'gateway:read',
  examples: ['kituo messaging price list', 'kituo messaging price list --json'],
  run: async () => {
    const found = await (await rules()).shownLists()
    return done(`${found.length} price lists.`, found, { total: found.length })
  },
  view: tableOf<ListLine>(
    ['Name', (row) => row.name],
    ['Currency', (row) => row.currency],
    ['Default', (row) => onOff(row.is_default)],
    ['Accounts', (row) => row.accounts],
    ['Id', (row) => row.id, 'wide'],
  ),
})

interface ListLine {
  id: string
  name: string
  currency: string
  is_default: boolean
  accounts: number
}

const show = command('messaging price show', {
  says: 'Prints a price list: what is in force, what comes, and what was.',
  class: 'R',
  permission: 'gateway:read',
  asks: { list: price_list },
  flags: { past: yes('also what is not in force any more') },
  examples: [
    'kituo messaging price show Standard',
    'kituo messaging price show Standard --past --json',
  ],
  run: async ({ asked, flags }) => {
    const { listCalled, pricesIn } = await rules()
    const found = await listCalled(asked.list)
    const prices = (await pricesIn(found)).filter(({ state }) => flags.past || state !== 'past')
    const { id, name: label, currency, is_default } = found
    return done(`${label}, in ${currency}.`, { id, name: label, currency, is_default, prices })
  },
  view: ({ prices }, page) => price_table(prices, page),
})

interface PriceLine {
  channel: string
  item: string
  unit_price: number
  valid_from: string
  state: string
  created_by: string
}
const price_table = tableOf<PriceLine>(
  ['Channel', (row) => row.channel],
  ['For', (row) => row.item],
  ['A segment', (row) => row.unit_price],
  ['From', (row, page) => page.time(row.valid_from)],
  ['State', (row) => row.state],
  ['By', (row) => row.created_by, 'wide'],
)

const add = command('messaging price add', {
  says: 'Adds a price to a list, from now or from a moment on; earlier ones stay as they were.',
  class: 'M',
  permission: 'gateway:money',
  confirm: 'C1',
  asks: { list: price_list, item: word(item, 'for what'), price: word(sum, 'of one segment') },
  flags: {
    channel: orElse(choice(['sms', 'whatsapp']), 'sms', 'over which channel'),
    from: maybe(day_time, 'from when it is in force; now when left out'),
    new: yes('open the list, which is not there yet'),
  },
  examples: [
    'kituo messaging price add Standard yas 18.50 --from 2027-02-01T00:00:00+03:00',
    'kituo messaging price add Wholesale all 15 --new --yes --json',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [
      ...(flags.new ? [`open the price list ${asked.list}`] : []),
      `charge ${asked.price} for ${flags.channel} ${asked.item} from ${flags.from ?? 'now'} on`,
    ],
  }),
  run: async ({ asked, flags, caller }) => {
    const { addPrices, listCalled, openList } = await rules()
    const who = await by(caller)
    const found = flags.new ? await openList(who, asked.list) : await listCalled(asked.list)
    const added = await addPrices(who, found, {
      channel: flags.channel,
      item: asked.item,
      unit_price: Number(asked.price),
      valid_from: flags.from,
    })
    return done(`${added.length} prices are added to ${found.name}.`, {
      id: found.id,
      name: found.name,
      prices: added,
    })
  },
  view: ({ prices }, page) => price_table(prices, page),
})

const standard = command('messaging price default', {
  says: 'Makes a list the one of every account that has none of its own.',
  class: 'M',
  permission: 'gateway:money',
  confirm: 'C1',
  asks: { list: price_list },
  examples: [
    'kituo messaging price default Standard',
    'kituo messaging price default "From 2028" --yes --json',
  ],
  plan: async ({ asked }) => {
    const found = await (await rules()).listCalled(asked.list)
    return { steps: [`make ${found.name} the default price list`], nothing: found.is_default }
  },
  run: async ({ asked, caller }) => {
    const { listCalled, makeDefault } = await rules()
    const found = await listCalled(asked.list)
    const changed = await makeDefault(await by(caller), found)
    const said = changed ? 'is the default' : 'is the default already'
    return done(`${found.name} ${said}.`, { id: found.id, name: found.name }, { changed })
  },
  view: () => null,
})

export const commands = [list, show, add, standard]
