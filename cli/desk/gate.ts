// Gates: what would stop, warn or let through, and by which of their rows.

import { text } from '../../db/appliance/configuration/kinds.ts'
import type { GateTried } from '../../db/hospital/desk/gates/try-out.ts'
import { command, done, word } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'

const test = command('gate test', {
  says: 'Prints every row of the gates of a visit: whether it fits, whether it decides, and why.',
  class: 'R',
  permission: 'clinical:gates',
  flags: {
    visit: word(text('the number of a visit', /^[A-Za-z0-9/-]{1,40}$/), 'the visit, by its number'),
  },
  examples: [
    'kituo gate test --visit VS-2026-000412',
    'kituo gates test --visit VS-2026-000412 --json',
  ],
  run: async ({ flags, caller }) => {
    const by = await caller()
    const { tryGates } = await import('../../db/hospital/desk/visits/moves/try-gates.ts')
    const found = await tryGates(by, flags.visit)
    const stand = found.filter(({ decides, stands }) => decides && stands.length > 0).length
    return done(`${found.length} rows tried; ${stand} say something.`, found, {
      total: found.length,
    })
  },
  view: tableOf<GateTried>(
    ['When', (row) => row.action],
    ['Gate', (row) => row.gate],
    ['Row', (row) => row.scope],
    ['Level', (row) => row.level],
    ['Decides', (row) => (row.decides ? 'yes' : 'no')],
    ['Why', (row) => row.why],
  ),
})

export const commands = [test]
