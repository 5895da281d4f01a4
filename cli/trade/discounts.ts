// Discounts from the command line (commercial 8): what was given, by rule, by person or by month, and what
// waits for somebody's yes.

import { choice, day } from '../../db/appliance/configuration/kinds.ts'
import { type Given, groupings } from '../../db/hospital/trade/discounts/report.ts'
import { command, done, maybe, orElse } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import type { Discount } from '../../db/hospital/trade/discounts/shapes.ts'
import { discount_states } from '../../db/hospital/trade/discounts/words.ts'
import { decisions } from '../money/decisions.ts'
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

const waiting = decisions<Discount>({
  noun: 'discounts',
  one: 'a discount',
  many: 'discounts',
  path: 'discounts',
  under: 'commercial',
  reads: 'discount:read',
  states: discount_states,
  waits: 'PENDING',
  rules: async () => {
    const { list, shown } = await import('../../db/hospital/trade/discounts/list.ts')
    const { discountRecord } = await import('../../db/hospital/trade/discounts/record.ts')
    const { discounts } = await import('../../db/hospital/trade/discounts/tables.ts')
    return {
      list,
      called: async ({ hospital_id }, number) =>
        (await discounts.find({ hospital_id, number }))?.id,
      find: async (by, id) => shown(by, await discountRecord.get(by, id)),
      shape: (await import('../../db/hospital/trade/discounts/shapes.ts')).Discount,
    }
  },
  columns: [
    ['Amount', (row) => sum(row.amount)],
    ['On', (row) => row.target_reference],
    ['Rule', (row) => row.rule_name],
    ['Asked by', (row) => row.requested_by_name],
    ['Because', (row) => row.reason, 'wide'],
  ],
  label: (row) => `discount ${row.reference} of ${sum(row.amount)} on ${row.target_reference}`,
  moves: [
    {
      verb: 'approve',
      path: 'approve',
      says: 'Gives a discount that somebody else asked for.',
      permission: 'discount:approve',
      note: 'may',
      run: async (caller, id, note) => {
        const { approve } = await import('../../db/hospital/trade/discounts/give.ts')
        return approve(caller, id, note === '' ? null : note)
      },
      ended: (row) => `Discount ${row.reference} of ${sum(row.amount)} is given.`,
    },
    {
      verb: 'refuse',
      path: 'refuse',
      says: 'Refuses a discount.',
      permission: 'discount:approve',
      note: 'must',
      run: async (caller, id, note) => {
        const { refuse } = await import('../../db/hospital/trade/discounts/give.ts')
        return refuse(caller, id, note)
      },
      ended: (row) => `Discount ${row.reference} is refused.`,
    },
  ],
})

export const commands = [report, ...waiting]
