// Write-offs from the command line: debts given up, and a second person's yes or no.

import type { WriteOff } from '../../db/hospital/money/billing/relief/waiver-shapes.ts'
import { write_off_states } from '../../db/hospital/money/billing/relief/waiver-words.ts'
import { decisions, worth } from './decisions.ts'
import { sum } from './money.ts'

export const commands = decisions<WriteOff>({
  noun: 'write-offs',
  one: 'a write-off',
  many: 'write-offs',
  path: 'write-offs',
  reads: 'bill:read',
  states: write_off_states,
  waits: 'REQUESTED',
  rules: async () => {
    const rules = await import('../../db/hospital/money/billing/relief/write-offs.ts')
    const { write_offs } = await import('../../db/hospital/money/billing/relief/waiver-tables.ts')
    return {
      list: rules.list,
      called: async ({ hospital_id }, number) =>
        (await write_offs.find({ hospital_id, number }))?.id,
      find: rules.findWriteOff,
      shape: (await import('../../db/hospital/money/billing/relief/waiver-shapes.ts')).WriteOff,
    }
  },
  columns: [
    ['Amount', (row) => sum(row.amount)],
    ['Bill', (row) => row.bill_number],
    ['Patient', (row) => row.patient_name],
    ['Why', (row) => row.reason_code],
    ['Asked by', (row) => row.requested_by_name],
    ['Because', (row) => row.reason, 'wide'],
  ],
  label: (row) => `the write-off of ${worth(row)} on bill ${row.bill_number}`,
  moves: [
    {
      verb: 'approve',
      path: 'approve',
      says: 'Approves a write-off that somebody else asked for: the debt becomes a cost.',
      permission: 'writeoff:approve',
      note: 'may',
      run: async (caller, id, note) => {
        const { approve } = await import('../../db/hospital/money/billing/relief/write-offs.ts')
        return approve(caller, id, note === '' ? null : note)
      },
      ended: (row) => `Write-off ${row.number} of ${sum(row.amount)} is approved.`,
    },
    {
      verb: 'decline',
      path: 'decline',
      says: 'Declines a write-off: the debt stays.',
      permission: 'writeoff:approve',
      note: 'must',
      run: async (caller, id, note) => {
        const { decline } = await import('../../db/hospital/money/billing/relief/write-offs.ts')
        return decline(caller, id, note)
      },
      ended: (row) => `The write-off of ${sum(row.amount)} is declined.`,
    },
  ],
})
