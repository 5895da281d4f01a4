// What is under way with clients, from the command line (commercial 8): contracts, orders, returns.

import { choice } from '../../db/appliance/configuration/kinds.ts'
import { type Contract, contract_states } from '../../db/hospital/trade/clients/contracts/shapes.ts'
import type { Order } from '../../db/hospital/trade/orders/shapes.ts'
import { order_states } from '../../db/hospital/trade/orders/words.ts'
import type { Return } from '../../db/hospital/trade/returns/shapes.ts'
import { return_states } from '../../db/hospital/trade/returns/words.ts'
import { command, maybe, yes } from '../frame/grammar/command.ts'
import { gathered, searched, tableOf } from '../frame/lists.ts'
import { said, sum } from '../money/money.ts'

const contracts = command('clients contracts', {
  says: 'Prints contracts of clients, the nearest end first.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/trade/clients/contracts/shapes.ts')).Contract,
  }),
  permission: 'client:read',
  http: 'GET /api/v1/commercial/contracts',
  flags: { ...searched, state: maybe(choice(contract_states), 'only in this state') },
  examples: ['kituo clients contracts --state ENDING', 'kituo clients contracts --json'],
  run: async ({ flags: { limit, search, state }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/trade/clients/contracts/board.ts')
    return gathered(limit, (page) => list(by, { ...page, ...said({ search, state }) }))
  },
  view: tableOf<Contract>(
    ['Number', (row) => row.reference],
    ['Client', (row) => row.name, 'wide'],
    ['State', (row) => row.status],
    ['Ends', (row) => row.contract_ends],
    ['Days left', (row) => row.contract_days_left],
    ['Owes', (row) => sum(row.outstanding)],
  ),
})

const orders = command('clients orders', {
  says: 'Prints orders of clients, the newest first.',
  class: 'R',
  reply: async () => ({ each: (await import('../../db/hospital/trade/orders/shapes.ts')).Order }),
  permission: 'salesorder:read',
  http: 'GET /api/v1/commercial/orders',
  flags: {
    ...searched,
    status: maybe(choice(order_states), 'only in this state'),
    late: yes('only those that should have been delivered'),
  },
  examples: ['kituo clients orders --late', 'kituo clients orders --status CONFIRMED --json'],
  run: async ({ flags: { limit, search, status, late }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/trade/orders/list.ts')
    const only = late ? { late } : {}
    return gathered(limit, (page) => list(by, { ...page, ...said({ search, status }), ...only }))
  },
  view: tableOf<Order>(
    ['Number', (row) => row.reference],
    ['Client', (row) => row.client_name, 'wide'],
    ['State', (row) => row.status],
    ['Billed', (row) => row.invoice_status],
    ['Wanted by', (row) => row.required_by],
    ['Total', (row) => sum(row.total)],
  ),
})

const returns = command('clients returns', {
  says: 'Prints what came back, the newest first.',
  class: 'R',
  reply: async () => ({ each: (await import('../../db/hospital/trade/returns/shapes.ts')).Return }),
  permission: 'return:read',
  http: 'GET /api/v1/commercial/returns',
  flags: { ...searched, status: maybe(choice(return_states), 'only in this state') },
  examples: ['kituo clients returns --status REQUESTED', 'kituo clients returns --json'],
  run: async ({ flags: { limit, search, status }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/trade/returns/list.ts')
    return gathered(limit, (page) => list(by, { ...page, ...said({ search, status }) }))
  },
  view: tableOf<Return>(
    ['Number', (row) => row.reference],
    ['From', (row) => row.party_name, 'wide'],
    ['State', (row) => row.status],
    ['Because', (row) => row.reason_code],
    ['Refund', (row) => sum(row.refund_amount)],
    ['Shelf', (row) => row.restock_status],
    ['Money', (row) => row.refund_status],
  ),
})

export const commands = [contracts, orders, returns]
