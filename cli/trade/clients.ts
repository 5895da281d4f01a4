// Clients from the command line (commercial 8): who they are, and what stands in their way.

import { choice } from '../../db/appliance/configuration/kinds.ts'
import type { Client, ClientOpened } from '../../db/hospital/trade/clients/shapes.ts'
import { client_states, hold_kinds } from '../../db/hospital/trade/clients/words.ts'
import { command, done, type Frame, maybe, orElse, yes } from '../frame/grammar/command.ts'
import { gathered, onOff, searched, tableOf } from '../frame/lists.ts'
import { lines } from '../frame/page.ts'
import { said, sum } from '../money/money.ts'
import { commands as boards } from './boards.ts'
import { clientCalled, one, type One, opened } from './called.ts'
import { commands as of_files } from './client-files.ts'
import { commands as of_names } from './client-names.ts'

const shapes = () => import('../../db/hospital/trade/clients/shapes.ts')

const list = command('clients list', {
  says: 'Prints clients, with what they owe and whether they are on hold.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).Client }),
  permission: 'client:read',
  http: 'GET /api/v1/commercial/clients',
  flags: {
    ...searched,
    status: maybe(choice(client_states), 'only in this state'),
    on_hold: yes('only those on hold'),
    overdue: yes('only those who pay late'),
  },
  examples: ['kituo clients list --on-hold', 'kituo clients list --overdue --json'],
  run: async ({ flags: { limit, search, status, on_hold, overdue }, caller }) => {
    const by = await caller()
    const { list: clients } = await import('../../db/hospital/trade/clients/list.ts')
    const only = { ...(on_hold ? { on_hold } : {}), ...(overdue ? { overdue } : {}) }
    return gathered(limit, (page) => clients(by, { ...page, ...said({ search, status }), ...only }))
  },
  view: tableOf<Client>(
    ['Number', (row) => row.reference],
    ['Client', (row) => row.name, 'wide'],
    ['State', (row) => row.status],
    ['Owes', (row) => sum(row.outstanding)],
    ['Late', (row) => sum(row.overdue)],
    ['On hold', (row) => onOff(row.credit_hold)],
    ['Days left', (row) => row.contract_days_left],
  ),
})

const show = command('clients show', {
  says: 'Prints one client: its people, its contract, its credit and what it owes.',
  class: 'R',
  reply: async () => ({ whole: (await shapes()).ClientOpened }),
  permission: 'client:read',
  http: 'GET /api/v1/commercial/clients/:id',
  asks: one,
  examples: ['kituo clients show CL-00007', 'kituo clients show "CRDB Bank" --json'],
  run: async (frame: One) => {
    const found = await opened(frame)
    return done(`${found.reference} ${found.name} is ${found.status}.`, found)
  },
  view: (row: ClientOpened, page) =>
    lines(
      [
        ['Client', `${row.reference} ${row.name}`],
        ['State', row.status],
        ['People', row.contacts.map(({ full_name }) => full_name).join(', ')],
        ['Contract', row.contract_ends === null ? '' : `to ${row.contract_ends}`],
        ['Owes', sum(row.outstanding)],
        ['Late', sum(row.overdue)],
        ['On order', sum(row.on_order)],
        ['Limit', row.credit_limit === null ? 'none' : sum(row.credit_limit)],
        ...row.holds.map(({ kind, reason }) => [`Hold ${kind}`, reason] as const),
      ],
      page,
    ),
})

const hold = command('clients hold', {
  says: 'Gives a client no more credit.',
  class: 'M',
  reason: 'must',
  permission: 'client:credit',
  http: 'POST /api/v1/commercial/clients/:id/hold',
  asks: one,
  examples: [
    'kituo clients hold CL-00007 --reason "Cheques bounce"',
    'kituo clients hold CL-00007 --reason "Cheques bounce" --dry-run',
  ],
  plan: async (frame: One) => {
    const { name } = await opened(frame)
    return { steps: [`put ${name} on hold`] }
  },
  run: async (frame: One) => {
    const by = await frame.caller()
    const holds = await import('../../db/hospital/trade/clients/holds.ts')
    await holds.hold(by, await clientCalled(by, frame.asked.client), frame.reason ?? '')
    const { name } = await opened(frame)
    return done(`${name} is on hold.`, null)
  },
  view: () => null,
})

type Releasing = Frame<{ client: string }, { kind: (typeof hold_kinds)[number] }>

const release = command('clients release', {
  says: 'Lifts a hold of a client; one that the house set is kept off for 30 days.',
  class: 'M',
  reason: 'must',
  permission: 'client:credit',
  http: 'POST /api/v1/commercial/clients/:id/release-hold',
  asks: one,
  flags: { kind: orElse(choice(hold_kinds), 'MANUAL', 'which hold') },
  examples: [
    'kituo clients release CL-00007 --reason "They have paid"',
    'kituo clients release CL-00007 --kind OVERDUE --reason "Paid by cheque today"',
  ],
  plan: async (frame: Releasing) => {
    const { name } = await opened(frame)
    return { steps: [`lift the hold ${frame.flags.kind} of ${name}`] }
  },
  run: async (frame: Releasing) => {
    const by = await frame.caller()
    const holds = await import('../../db/hospital/trade/clients/holds.ts')
    const asked = { kind: frame.flags.kind, reason: frame.reason ?? '' }
    await holds.release(by, await clientCalled(by, frame.asked.client), asked)
    const { name } = await opened(frame)
    return done(`The hold of ${name} is lifted.`, null)
  },
  view: () => null,
})

export const commands = [list, show, hold, release, ...boards, ...of_names, ...of_files]
