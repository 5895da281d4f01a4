// Lists of goods from files (stock 8): products, what lies in a store at the beginning, suppliers; and a list of
// products to begin with.

import { path } from '../../db/appliance/configuration/kinds.ts'
import { command, done, file, maybe, type Plan, word } from '../frame/grammar/command.ts'
import { amount } from '../money/money.ts'
import { alike, type Asked, flags, sentIn, tried, written } from '../office/import.ts'
import { store_code } from './goods.ts'

const csv_file = { file: file('the CSV file; - is standard input') }

const products = command('stock import products', {
  ...alike,
  says: 'Checks a CSV file of products and opens them; --dry-run checks alone.',
  permission: 'import:commit',
  asks: csv_file,
  flags,
  examples: [
    'kituo stock import products ./products.csv --dry-run',
    'kituo stock import products ./products.csv --on-duplicate skip --yes --out ./errors.csv',
  ],
  plan: (frame) => tried(frame, sentIn(frame, 'products')),
  run: (frame) => written(frame, sentIn(frame, 'products')),
})

const opening = command('stock import opening', {
  ...alike,
  says: 'Checks a CSV file of opening stock, says what it comes to, and writes it; --dry-run checks alone.',
  permission: 'import:commit',
  asks: csv_file,
  flags: { ...flags, store: maybe(store_code, 'where all of it lies; else the file says it') },
  examples: [
    'kituo stock import opening ./opening.csv --store MAIN --dry-run',
    'kituo stock import opening ./opening.csv --store MAIN --yes --out ./errors.csv',
  ],
  async plan(frame): Promise<Plan> {
    const sent = await openingIn(frame, frame.flags.store)
    const { openingTotal } = await import('../../db/hospital/goods/stock/opening/total.ts')
    const { rows, value } = await openingTotal(sent.bytes)
    const { steps } = await tried(frame, sent)
    return { steps: [`${rows} rows come to ${amount(value)}`, ...steps] }
  },
  run: async (frame) => written(frame, await openingIn(frame, frame.flags.store)),
})

async function openingIn(frame: Asked, store: string | undefined) {
  const sent = sentIn(frame, 'opening_stock')
  if (store === undefined) return sent
  const { ofStore } = await import('../../db/hospital/goods/stock/opening/total.ts')
  return { ...sent, bytes: await ofStore(sent.bytes, store) }
}

export const supplier_import = command('procurement import', {
  ...alike,
  says: 'Checks a CSV file of suppliers and opens them; --dry-run checks alone.',
  permission: 'import:commit',
  asks: csv_file,
  flags,
  examples: [
    'kituo procurement import ./suppliers.csv --dry-run',
    'kituo procurement import ./suppliers.csv --on-duplicate update --yes',
  ],
  plan: (frame) => tried(frame, sentIn(frame, 'suppliers')),
  run: (frame) => written(frame, sentIn(frame, 'suppliers')),
})

const starter = command('stock starter', {
  says: 'Writes medicines and supplies of a district hospital to a CSV file, to be confirmed and imported.',
  class: 'R',
  permission: 'product:read',
  flags: { out: word(path(), 'the file to write') },
  examples: [
    'kituo stock starter --out ./products.csv',
    'kituo stock starter --out ./list.csv --json',
  ],
  run: async ({ flags: { out }, put }) => {
    const { starterFile, starterRows } = await import(
      '../../db/hospital/goods/stock/products/starter/starter.ts'
    )
    await put(Buffer.from(starterFile()))
    const rows = starterRows().length
    return done(`${rows} products are in ${out}: none of them is confirmed.`, { file: out, rows })
  },
  view: () => null,
})

export const commands = [products, opening, starter]
