// Under which names clients were billed (COM-4), and names that mean nobody.

import { text } from '../../db/appliance/configuration/kinds.ts'
import type { Unmatched } from '../../db/hospital/money/billing/debts/unmatched.ts'
import { command, done, type Frame, words } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { sum } from '../money/money.ts'
import { one, opened } from './called.ts'

type Adding = Frame<{ client: string }, { add: readonly string[] }>

const aliases = command('clients aliases', {
  says: 'Adds names under which a client was billed; open bills under them become its own.',
  class: 'M',
  permission: 'client:credit',
  asks: one,
  flags: { add: words(text('2 to 160 characters', /^[^\0]{2,160}$/), 'a name; may be said again') },
  examples: [
    'kituo clients aliases CL-00007 --add "CRDB Plc"',
    'kituo clients aliases CL-00007 --add "CRDB Plc" --add "Benki ya CRDB"',
  ],
  plan: async (frame: Adding) => {
    const { name } = await opened(frame)
    return {
      steps: [`bill ${frame.flags.add.join(', ')} to ${name}`],
      nothing: frame.flags.add.length === 0,
    }
  },
  run: async (frame: Adding) => {
    const by = await frame.caller()
    const before = await opened(frame)
    const { setPayerNames } = await import('../../db/hospital/trade/clients/payer-names.ts')
    const names = [...before.payer_names, ...frame.flags.add]
    const { beside } = await setPayerNames(by, before.id, names)
    const adopted = beside.adopted_bills ?? 0
    return done(`${before.name} answers for them; ${adopted} open bills are its own now.`, {
      adopted,
    })
  },
  view: () => null,
})

const unmatched = command('clients unmatched', {
  says: 'Prints payers of open bills that no client answers for.',
  class: 'R',
  permission: 'client:read',
  flags: limited,
  examples: ['kituo clients unmatched', 'kituo clients unmatched --json'],
  run: async ({ flags: { limit }, caller }) => {
    const by = await caller()
    const { unmatchedPayers } = await import('../../db/hospital/money/billing/debts/unmatched.ts')
    return gathered(limit, (page) => unmatchedPayers(by, page))
  },
  view: tableOf<Unmatched>(
    ['Payer', (row) => row.payer, 'wide'],
    ['Bills', (row) => row.bills],
    ['Owed', (row) => sum(row.balance)],
  ),
})

export const commands = [aliases, unmatched]
