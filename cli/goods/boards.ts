// The boards of stock from the command line (stock 8), which the screen Stock shows: what expires, what is set apart,
// what is counted, sent, asked for, and which checks of controlled drugs nobody made.

import { choice } from '../../db/appliance/configuration/kinds.ts'
import type { ControlledCheck } from '../../db/hospital/goods/stock/controlled/shapes.ts'
import type { Count } from '../../db/hospital/goods/stock/counts/shapes.ts'
import { count_states } from '../../db/hospital/goods/stock/counts/words.ts'
import type { ExpiryRow } from '../../db/hospital/goods/stock/expiry/shapes.ts'
import { expiry_states } from '../../db/hospital/goods/stock/expiry/words.ts'
import type { QuarantineItem } from '../../db/hospital/goods/stock/quarantine/shapes.ts'
import type { Requisition } from '../../db/hospital/goods/stock/requisitions/shapes.ts'
import { requisition_states } from '../../db/hospital/goods/stock/requisitions/words.ts'
import type { Transfer } from '../../db/hospital/goods/stock/transfers/shapes.ts'
import { transfer_states } from '../../db/hospital/goods/stock/transfers/words.ts'
import { command, maybe, yes } from '../frame/grammar/command.ts'
import { gathered, limited, searched, tableOf } from '../frame/lists.ts'
import { amount, said, sum } from '../money/money.ts'
import { of_store, storeId } from './goods.ts'

const reads = { class: 'R', permission: 'stock:read' } as const

const expiry = command('stock expiry', {
  ...reads,
  says: 'Prints what expires within half a year, and what of it will be left then.',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/stock/expiry/shapes.ts')).ExpiryRow,
  }),
  http: 'GET /api/v1/stock/expiry',
  flags: {
    ...limited,
    store: of_store,
    state: maybe(choice(expiry_states), 'only what is expired, near or will be left'),
  },
  examples: ['kituo stock expiry --store MAIN', 'kituo stock expiry --state at_risk --json'],
  run: async ({ flags: { limit, store, state }, caller }) => {
    const by = await caller()
    const store_id = await storeId(by, store)
    const { board } = await import('../../db/hospital/goods/stock/expiry/board.ts')
    return gathered(limit, (page) => board(by, { ...page, ...said({ store_id, state }) }))
  },
  view: tableOf<ExpiryRow>(
    ['Product', (row) => row.product_name],
    ['Lot', (row) => row.lot],
    ['Expiry', (row) => row.expiry],
    ['Days', (row) => amount(row.days_to_expiry)],
    ['Quantity', (row) => amount(row.quantity)],
    ['Left then', (row) => amount(row.at_risk)],
    ['Value', (row) => sum(row.value), 'wide'],
    ['Store', (row) => row.store_name],
    ['Do', (row) => row.proposals.join(', '), 'wide'],
  ),
})

const apart = command('stock apart', {
  ...reads,
  says: 'Prints what is set apart, the oldest first.',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/stock/quarantine/shapes.ts')).QuarantineItem,
  }),
  http: 'GET /api/v1/stock/quarantine',
  flags: { ...limited, store: of_store },
  examples: ['kituo stock apart --store MAIN', 'kituo stock apart --json'],
  run: async ({ flags: { limit, store }, caller }) => {
    const by = await caller()
    const store_id = await storeId(by, store)
    const { list } = await import('../../db/hospital/goods/stock/quarantine/quarantine.ts')
    return gathered(limit, (page) => list(by, { ...page, ...said({ store_id }) }))
  },
  view: tableOf<QuarantineItem>(
    ['Product', (row) => row.product_name],
    ['Lot', (row) => row.lot],
    ['Quantity', (row) => amount(row.quantity)],
    ['Why', (row) => row.reason],
    ['Days', (row) => amount(row.days)],
    ['Store', (row) => row.store_name],
    ['By', (row) => row.by_name, 'wide'],
    ['Note', (row) => row.note, 'wide'],
  ),
})

const counts = command('stock counts', {
  ...reads,
  says: 'Prints counts of stock, and how far each is.',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/stock/counts/shapes.ts')).Count,
  }),
  http: 'GET /api/v1/stock/counts',
  flags: {
    ...searched,
    store: of_store,
    status: maybe(choice(count_states), 'only those in this state'),
  },
  examples: ['kituo stock counts --status COUNTING', 'kituo stock counts --store MAIN --json'],
  run: async ({ flags: { limit, search, store, status }, caller }) => {
    const by = await caller()
    const store_id = await storeId(by, store)
    const { list } = await import('../../db/hospital/goods/stock/counts/view.ts')
    return gathered(limit, (page) => list(by, { ...page, ...said({ search, store_id, status }) }))
  },
  view: tableOf<Count>(
    ['Number', (row) => row.reference],
    ['Store', (row) => row.store_name],
    ['Kind', (row) => row.kind],
    ['State', (row) => row.status],
    ['Counted', ({ totals }) => `${totals.counted} of ${totals.lines}`],
    ['Planned', (row) => row.planned_on, 'wide'],
    ['By', (row) => row.planned_by_name, 'wide'],
  ),
})

const transfers = command('stock transfers', {
  ...reads,
  says: 'Prints transfers between stores, the latest first.',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/stock/transfers/shapes.ts')).Transfer,
  }),
  http: 'GET /api/v1/stock/transfers',
  flags: {
    ...searched,
    status: maybe(choice(transfer_states), 'only those in this state'),
    late: yes('only what is on the way for too long'),
  },
  examples: ['kituo stock transfers --status SENT', 'kituo stock transfers --late --json'],
  run: async ({ flags: { limit, search, status, late }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/goods/stock/transfers/record.ts')
    return gathered(limit, (page) =>
      list(by, { ...page, ...said({ search, status, late: late ? true : undefined }) }),
    )
  },
  view: tableOf<Transfer>(
    ['Number', (row) => row.reference],
    ['From', (row) => row.from_store_name],
    ['To', (row) => row.to_store_name],
    ['State', (row) => row.status],
    ['Sent', (row) => row.sent_at],
    ['By', (row) => row.sent_by_name, 'wide'],
    ['Value', (row) => sum(row.value), 'wide'],
  ),
})

const requisitions = command('stock requisitions', {
  ...reads,
  says: 'Prints what wards and departments ask stores for, the latest first.',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/stock/requisitions/shapes.ts')).Requisition,
  }),
  http: 'GET /api/v1/stock/requisitions',
  flags: { ...searched, status: maybe(choice(requisition_states), 'only those in this state') },
  examples: ['kituo stock requisitions --status SUBMITTED', 'kituo stock requisitions --json'],
  run: async ({ flags: { limit, search, status }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/goods/stock/requisitions/record.ts')
    return gathered(limit, (page) => list(by, { ...page, ...said({ search, status }) }))
  },
  view: tableOf<Requisition>(
    ['Number', (row) => row.reference],
    ['For', (row) => row.to_store_name],
    ['Of', (row) => row.from_store_name],
    ['Priority', (row) => row.priority],
    ['State', (row) => row.status],
    ['Needed', (row) => row.needed_by, 'wide'],
    ['Asked by', (row) => row.made_by_name, 'wide'],
  ),
})

export const checks = command('controlled checks', {
  class: 'R',
  says: 'Prints checks of cupboards, the latest first; --missed those that nobody made.',
  reply: async () => ({
    each: (await import('../../db/hospital/goods/stock/controlled/shapes.ts')).ControlledCheck,
  }),
  permission: 'controlled:read',
  http: 'GET /api/v1/stock/controlled/checks',
  flags: { ...limited, store: of_store, missed: yes('only those that nobody made') },
  examples: ['kituo controlled checks --missed', 'kituo controlled checks --store PH --json'],
  run: async ({ flags: { limit, store, missed }, caller }) => {
    const by = await caller()
    const store_id = await storeId(by, store)
    const { listChecks } = await import('../../db/hospital/goods/stock/controlled/checks.ts')
    return gathered(limit, (page) =>
      listChecks(by, { ...page, ...said({ store_id, missed: missed ? true : undefined }) }),
    )
  },
  view: tableOf<ControlledCheck>(
    ['Store', (row) => row.store_name],
    ['Shift', (row) => row.shift],
    ['At', (row) => row.at ?? row.missed_at],
    ['By', (row) => (row.missed ? 'nobody' : row.by_name)],
    ['Witness', (row) => row.witness_name, 'wide'],
    ['Differ', (row) => row.lines.filter(({ difference }) => difference !== 0).length || ''],
  ),
})

export const commands = [expiry, apart, counts, transfers, requisitions]
