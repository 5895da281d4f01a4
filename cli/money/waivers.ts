// Waivers from the command line: what was asked to be let off, and a second person's yes or no.

import type { Waiver } from '../../db/hospital/money/billing/relief/waiver-shapes.ts'
import { waiver_states } from '../../db/hospital/money/billing/relief/waiver-words.ts'
import { decisions, worth } from './decisions.ts'
import { sum } from './money.ts'

export const commands = decisions<Waiver>({
  noun: 'waivers',
  one: 'a waiver',
  many: 'waivers',
  path: 'waivers',
  reads: 'waiver:read',
  states: waiver_states,
  waits: 'REQUESTED',
  rules: async () => {
    const rows = await import('../../db/hospital/money/billing/relief/waiver-rows.ts')
    const { waivers } = await import('../../db/hospital/money/billing/relief/waiver-tables.ts')
    return {
      list: rows.list,
      called: async ({ hospital_id }, number) => (await waivers.find({ hospital_id, number }))?.id,
      find: rows.find,
      shape: (await import('../../db/hospital/money/billing/relief/waiver-shapes.ts')).Waiver,
    }
  },
  columns: [
    ['Amount', (row) => sum(row.amount)],
    ['Bill', (row) => row.bill_number],
    ['Patient', (row) => row.patient_name],
    ['Kind', (row) => row.category],
    ['Asked by', (row) => row.requested_by_name],
    ['Because', (row) => row.reason, 'wide'],
  ],
  label: (row) => `the waiver of ${worth(row)} on bill ${row.bill_number ?? 'not issued yet'}`,
  moves: [
    {
      verb: 'approve',
      path: 'approve',
      says: 'Approves a waiver that somebody else asked for.',
      permission: 'waiver:approve',
      note: 'may',
      run: async (caller, id, note) => {
        const { approve } = await import('../../db/hospital/money/billing/relief/waivers.ts')
        return approve(caller, id, { note: note === '' ? null : note })
      },
      ended: (row) => `Waiver ${row.number ?? ''} of ${sum(row.amount)} is approved.`,
    },
    {
      verb: 'decline',
      path: 'decline',
      says: 'Declines a waiver.',
      permission: 'waiver:approve',
      note: 'must',
      run: async (caller, id, note) => {
        const { decline } = await import('../../db/hospital/money/billing/relief/waivers.ts')
        return decline(caller, id, note)
      },
      ended: (row) => `The waiver of ${sum(row.amount)} is declined.`,
    },
  ],
})
