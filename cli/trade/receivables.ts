// What clients owe, from the command line (commercial 8).

import { choice, day } from '../../db/appliance/configuration/kinds.ts'
import type { Receivable } from '../../db/hospital/trade/clients/receivables/shapes.ts'
import { client_kinds } from '../../db/hospital/trade/clients/words.ts'
import { command, maybe } from '../frame/grammar/command.ts'
import { gathered, onOff, searched, tableOf } from '../frame/lists.ts'
import { aged } from '../money/ages.ts'
import { csv, said, sum, written } from '../money/money.ts'

const list = command('receivables list', {
  says: 'Prints clients who owe, by the age of the debt, the greatest first.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/trade/clients/receivables/shapes.ts')).Receivable,
  }),
  permission: 'client:statement',
  also: ['receivables'],
  http: 'GET /api/v1/commercial/receivables',
  flags: {
    ...searched,
    as_of: maybe(day(), 'as it was on this day'),
    kind: maybe(choice(client_kinds), 'only clients of this kind'),
    csv,
  },
  examples: [
    'kituo receivables list --as-of 2026-06-30',
    'kituo receivables --limit 0 --csv ./receivables.csv',
  ],
  run: async (frame) => {
    const { limit, search, as_of, kind } = frame.flags
    const by = await frame.caller()
    const receivables = await import('../../db/hospital/trade/clients/receivables/list.ts')
    const found = await gathered(limit, (page) =>
      receivables.list(by, { ...page, ...said({ search, as_of, kind }) }),
    )
    await written(frame, () => [receivables.headings, ...found.data.map(receivables.lineOf)])
    return found
  },
  view: tableOf<Receivable>(
    ['Number', (row) => row.client.reference],
    ['Client', (row) => row.client.name, 'wide'],
    ...aged,
    ['Owed', (row) => sum(row.total)],
    ['On hold', (row) => onOff(row.on_hold)],
  ),
})

export const commands = [list]
