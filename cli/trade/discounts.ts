// Discounts from the command line (commercial 8): what was given, by rule, by person or by month.

import { choice, day } from '../../db/appliance/configuration/kinds.ts'
import { type Given, groupings } from '../../db/hospital/trade/discounts/report.ts'
import { command, done, maybe, orElse } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { csv, said, sum, written } from '../money/money.ts'

const report = command('discounts report', {
  says: 'Prints what discounts came to, by rule, by who asked for them, or by month.',
  class: 'R',
  permission: 'discount:read',
  flags: {
    from: maybe(day(), 'from this day'),
    to: maybe(day(), 'to this day'),
    by: orElse(choice(groupings), 'rule', 'summed up by'),
    csv,
  },
  examples: [
    'kituo discounts report --from 2026-01-01 --to 2026-03-31',
    'kituo discounts report --by user --csv ./discounts.csv',
  ],
  run: async (frame) => {
    const { from, to, by } = frame.flags
    const { given } = await import('../../db/hospital/trade/discounts/report.ts')
    const found = await given(await frame.caller(), { by, ...said({ from, to }) })
    await written(frame, () => [
      ['of', 'count', 'amount'],
      ...found.map((one) => [one.of, one.count, one.amount]),
    ])
    return done(`${found.length} sums.`, found, { total: found.length })
  },
  view: tableOf<Given>(
    ['Of', (row) => row.of, 'wide'],
    ['Given', (row) => row.count],
    ['Amount', (row) => sum(row.amount)],
  ),
})

export const commands = [report]
