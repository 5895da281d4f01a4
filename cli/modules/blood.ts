// The blood bank, where nobody has a screen at hand (blood-bank 8).

import { choice, text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { InStock } from '../../db/hospital/diagnostics/blood-bank/matching/in-stock.ts'
import type { RequestRowShown } from '../../db/hospital/diagnostics/blood-bank/requests/shapes.ts'
import type { BloodUnit } from '../../db/hospital/diagnostics/blood-bank/units/shapes.ts'
import { blood_groups } from '../../db/hospital/diagnostics/blood-bank/words.ts'
import { command, done, orElse, word, yes } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'
import { runsHere } from './runs-here.ts'

const requests = command('blood requests', {
  says: 'Prints requests for blood, the newest first.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/diagnostics/blood-bank/requests/shapes.ts'))
      .RequestRowShown,
  }),
  permission: 'blood:read',
  http: 'GET /api/v1/blood-bank/requests',
  flags: { ...limited, open: yes('only those that are not over') },
  examples: ['kituo blood requests --open', 'kituo blood requests --json'],
  run: async ({ flags: { limit, open }, caller }) => {
    const by = await runsHere(await caller(), 'blood_bank')
    const { list } = await import('../../db/hospital/diagnostics/blood-bank/requests/view.ts')
    const { isOpen } = await import('../../db/hospital/diagnostics/blood-bank/requests/record.ts')
    const found = await gathered(limit, (page) => list(by, page))
    if (!open) return found
    const going_on = found.data.filter(isOpen)
    return done(`${going_on.length} go on.`, going_on, { total: going_on.length })
  },
  view: tableOf<RequestRowShown>(
    ['Request', (row) => row.reference],
    ['Priority', (row) => row.priority],
    ['Patient', (row) => row.patient.number],
    ['Wanted', (row) => row.lines.map((one) => `${one.units} ${one.component_code}`).join(', ')],
    ['State', (row) => row.status],
    ['Needed', (row, page) => page.time(row.needed_at)],
    ['Place', (row) => row.location, 'wide'],
  ),
})

const expiring = command('blood expiring', {
  says: 'Prints units that expire soon and are still to give, the first of them first.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/diagnostics/blood-bank/units/shapes.ts')).BloodUnit,
  }),
  permission: 'bloodunit:read',
  http: 'GET /api/v1/blood-bank/units',
  flags: { ...limited, days: orElse(whole(1, 60), '7', 'within so many days') },
  examples: ['kituo blood expiring --days 7', 'kituo blood expiring --days 2 --json'],
  run: async ({ flags: { limit, days }, caller }) => {
    const by = await runsHere(await caller(), 'blood_bank')
    const { list } = await import('../../db/hospital/diagnostics/blood-bank/units/view.ts')
    const { nextDay } = await import('../../db/core/clock.ts')
    const { today } = await import('../../db/hospital/office/hospitals/hospitals.ts')
    const expires_before = nextDay(await today(by), days)
    return gathered(limit, (page) => list(by, { ...page, status: 'AVAILABLE', expires_before }))
  },
  view: tableOf<BloodUnit>(
    ['Unit', (row) => row.number],
    ['Component', (row) => row.component_code],
    ['Group', (row) => row.group],
    ['Expires', (row, page) => page.time(row.expires_at)],
    ['Ml', (row) => row.volume_ml, 'wide'],
  ),
})

const check = command('blood check', {
  says: 'Prints which groups may be given to a group, in their order, and how many are in stock.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/diagnostics/blood-bank/matching/in-stock.ts')).InStock,
  }),
  permission: 'bloodunit:read',
  http: 'GET /api/v1/blood-bank/units',
  asks: {
    group: word(choice(blood_groups), 'the group of who receives'),
    component: word(text('the code of a component', /^[A-Za-z0-9]{1,10}$/), 'what is given'),
  },
  examples: ['kituo blood check O- PRC', 'kituo blood check AB+ FFP --json'],
  run: async ({ asked: { group, component }, caller }) => {
    const by = await runsHere(await caller(), 'blood_bank')
    const { inStockFor } = await import(
      '../../db/hospital/diagnostics/blood-bank/matching/in-stock.ts'
    )
    const found = await inStockFor(by, group, component)
    const units = found.reduce((sum, one) => sum + one.units, 0)
    return done(`${units} units may be given to ${group}.`, found, { total: found.length })
  },
  view: tableOf<InStock>(
    ['Group', (row) => row.group],
    ['Component', (row) => row.component_code],
    ['Units', (row) => row.units],
  ),
})

export const commands = [requests, expiring, check]
