// The pharmacy from the command line: what waits and for how long, and what it owes (care 8).

import { choice, whole } from '../../db/appliance/configuration/kinds.ts'
import type {
  DispenseShort,
  OwedMedicine,
} from '../../db/hospital/care/medicines/dispensing/shapes.ts'
import { owed_states } from '../../db/hospital/care/medicines/dispensing/words.ts'
import { command, maybe } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'

const queue = command('pharmacy queue', {
  says: 'Prints what waits in the pharmacy, in the order of the queue.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/care/medicines/dispensing/shapes.ts')).DispenseShort,
  }),
  permission: 'dispense:read',
  http: 'GET /api/v1/pharmacy/queue',
  flags: { ...limited, over: maybe(whole(0, 100_000), 'only what waits for more minutes') },
  examples: ['kituo pharmacy queue --over 30', 'kituo pharmacy queue --facility MAIN --json'],
  run: async ({ flags: { limit, over }, caller }) => {
    const by = await caller()
    const { queue: waiting } = await import('../../db/hospital/care/medicines/dispensing/view.ts')
    const asked = over === undefined ? {} : { waiting_over: over }
    return gathered(limit, (page) => waiting(by, { ...page, ...asked }))
  },
  view: tableOf<DispenseShort>(
    ['Number', (row) => row.reference],
    ['Patient', (row) => row.patient.number],
    ['For', (row) => row.kind],
    ['State', (row) => row.status],
    ['Minutes', (row) => row.waiting_minutes],
    ['Urgency', (row) => row.urgency],
    ['Lines', (row) => row.medicines.length],
    ['Paid', (row) => (row.payment_ok ? 'yes' : 'no')],
  ),
})

const owed = command('pharmacy owed', {
  says: 'Prints what the pharmacy owes, what ends first in front.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/care/medicines/dispensing/shapes.ts')).OwedMedicine,
  }),
  permission: 'dispense:read',
  http: 'GET /api/v1/pharmacy/owed',
  flags: { ...limited, status: maybe(choice(owed_states), 'only those that stand so') },
  examples: ['kituo pharmacy owed --status READY', 'kituo pharmacy owed --json'],
  run: async ({ flags: { limit, status }, caller }) => {
    const by = await caller()
    const { list } = await import('../../db/hospital/care/medicines/dispensing/owed.ts')
    const asked = status === undefined ? {} : { status }
    return gathered(limit, (page) => list(by, { ...page, ...asked }))
  },
  view: tableOf<OwedMedicine>(
    ['Until', (row) => row.until],
    ['Patient', (row) => row.patient.number],
    ['Medicine', (row) => row.medicine],
    ['Quantity', (row) => row.quantity],
    ['State', (row) => row.status],
  ),
})

export const commands = [queue, owed]
