// Stock from the command line (stock 8): what lies where, what it is worth, what to buy, and its proofs.

import { day } from '../../db/appliance/configuration/kinds.ts'
import type { ReorderRow } from '../../db/hospital/goods/procurement/reorder/shapes.ts'
import type { Level } from '../../db/hospital/goods/stock/pool/shapes.ts'
import type { StockProof, ValuationRow } from '../../db/hospital/goods/stock/value/shapes.ts'
import { command, done, maybe } from '../frame/grammar/command.ts'
import { gathered, limited, searched, tableOf } from '../frame/lists.ts'
import { amount, csv, said, sum, written } from '../money/money.ts'
import { commands as boards } from './boards.ts'
import { commands as expiring } from './expire.ts'
import { of_store, storeId } from './goods.ts'
import { commands as lists } from './imports.ts'

const level_columns = [
  'store',
  'product',
  'lot',
  'expiry',
  'quantity',
  'apart',
  'available',
] as const

const as_of = maybe(day(), 'at the end of this day')

const levels = command('stock levels', {
  says: 'Prints what lies where, lot by lot.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/stock/pool/shapes.ts')).Level,
  }),
  permission: 'stock:read',
  http: 'GET /api/v1/stock/levels',
  flags: { ...searched, as_of, store: of_store, csv },
  examples: [
    'kituo stock levels --store MAIN',
    'kituo stock levels --as-of 2026-06-30 --csv ./june.csv',
  ],
  run: async ({ flags, caller, put }) => {
    const by = await caller()
    const store_id = await storeId(by, flags.store)
    const { listLevels } = await import('../../db/hospital/goods/stock/pool/levels.ts')
    const { as_of, limit, search } = flags
    const found = await gathered(limit, (page) =>
      listLevels(by, { ...page, ...said({ as_of, search, store_id }) }),
    )
    await written({ flags, put }, () => [level_columns, ...found.data.map(levelLine)])
    return found
  },
  view: tableOf<Level>(
    ['Store', (row) => row.store_name],
    ['Product', (row) => row.product_name],
    ['Lot', (row) => row.lot],
    ['Expiry', (row) => row.expiry],
    ['Quantity', (row) => amount(row.quantity)],
    ['Available', (row) => sum(row.available)],
    ['Apart', (row) => (row.quarantined === 0 ? '' : sum(row.quarantined)), 'wide'],
    ['Bin', (row) => row.bin, 'wide'],
  ),
})

const levelLine = (row: Level): (string | number)[] => [
  row.store_name,
  row.product_name,
  row.lot ?? '',
  row.expiry ?? '',
  row.quantity,
  row.quarantined ?? '',
  row.available ?? '',
]

const value = command('stock value', {
  says: 'Prints what goods are worth, now or at the end of a day.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/stock/value/shapes.ts')).ValuationRow,
  }),
  permission: 'product:cost',
  http: 'GET /api/v1/stock/valuation',
  flags: { ...limited, as_of, store: of_store },
  examples: ['kituo stock value', 'kituo stock value --as-of 2026-06-30 --json'],
  run: async ({ flags: { limit, as_of, store }, caller }) => {
    const by = await caller()
    const store_id = await storeId(by, store)
    const { valuation } = await import('../../db/hospital/goods/stock/value/valuation.ts')
    return gathered(limit, (page) => valuation(by, { ...page, ...said({ as_of, store_id }) }))
  },
  view: tableOf<ValuationRow>(
    ['Product', (row) => row.name],
    ['Quantity', (row) => sum(row.quantity)],
    ['Average', (row) => sum(row.average_cost)],
    ['Value', (row) => sum(row.value)],
  ),
})

const reorder = command('stock reorder', {
  says: 'Prints what to buy: what stores have, have ordered and use, against their rules.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/procurement/reorder/shapes.ts')).ReorderRow,
  }),
  permission: 'stock:read',
  http: 'GET /api/v1/stock/reorder',
  flags: { ...limited, store: of_store },
  examples: ['kituo stock reorder --store MAIN', 'kituo stock reorder --json'],
  run: async ({ flags: { limit, store }, caller }) => {
    const by = await caller()
    const store_id = await storeId(by, store)
    const { board } = await import('../../db/hospital/goods/procurement/reorder/board.ts')
    return gathered(limit, (page) => board(by, { ...page, ...said({ store_id }) }))
  },
  view: tableOf<ReorderRow>(
    ['Product', (row) => row.product_name],
    ['Store', (row) => row.store_name],
    ['Usable', (row) => amount(row.usable)],
    ['A month', (row) => sum(row.amc)],
    ['Buy', (row) => `${amount(row.packs)} ${row.unit}`],
    ['Ordered', (row) => amount(row.on_order), 'wide'],
    ['Supplier', (row) => row.supplier_name, 'wide'],
  ),
})

const verify = command('stock verify', {
  says: 'Proves that stock is whole: levels, pools, accounts, registers of controlled drugs.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/stock/value/shapes.ts')).StockProof,
  }),
  permission: 'product:cost',
  exits: [3],
  examples: ['kituo stock verify', 'kituo stock verify --json'],
  run: async ({ caller }) => {
    const { verify: prove } = await import('../../db/hospital/goods/stock/value/verify.ts')
    const found = await prove(await caller())
    const bad = found.find(({ failed }) => failed > 0)
    return bad === undefined
      ? done('Stock holds.', found)
      : done(`${bad.title}: it does not hold.`, found, { error: { code: 'proof.failed' } })
  },
  view: tableOf<StockProof>(
    ['Rule', (row) => row.rule],
    ['Proof', (row) => row.title],
    ['Checked', (row) => amount(row.checked)],
    ['Wrong', (row) => amount(row.failed)],
    ['First', (row) => row.first],
  ),
})

export const commands = [levels, reorder, ...boards, ...expiring, value, verify, ...lists]
