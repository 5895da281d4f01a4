// Refunds from the command line: who waits for money back, and a second person's yes or no.

import type { Refund } from '../../db/hospital/money/billing/refunds/shapes.ts'
import { refund_states } from '../../db/hospital/money/billing/refunds/words.ts'
import { decisions, worth } from './decisions.ts'
import { sum } from './money.ts'

export const commands = decisions<Refund>({
  noun: 'refunds',
  one: 'a refund',
  many: 'refunds',
  path: 'refunds',
  reads: 'refund:read',
  states: refund_states,
  waits: 'REQUESTED',
  rules: async () => {
    const rows = await import('../../db/hospital/money/billing/refunds/rows.ts')
    const { refunds } = await import('../../db/hospital/money/billing/refunds/tables.ts')
    return {
      list: rows.list,
      called: async ({ hospital_id }, number) => (await refunds.find({ hospital_id, number }))?.id,
      find: rows.find,
      shape: (await import('../../db/hospital/money/billing/refunds/shapes.ts')).Refund,
    }
  },
  columns: [
    ['Amount', (row) => sum(row.amount)],
    ['To', (row) => row.payee_name],
    ['By', (row) => row.method],
    ['Asked by', (row) => row.requested_by_name],
    ['From', (row) => row.deposit_number, 'wide'],
    ['Because', (row) => row.reason, 'wide'],
  ],
  label: (row) => `the refund of ${worth(row)} to ${row.payee_name}`,
  moves: [
    {
      verb: 'approve',
      path: 'approve',
      says: 'Approves a refund that somebody else asked for; a third person pays it.',
      permission: 'refund:approve',
      note: 'may',
      run: async (caller, id, note) => {
        const { approve } = await import('../../db/hospital/money/billing/refunds/refunds.ts')
        return approve(caller, id, { note: note === '' ? null : note })
      },
      ended: (row) => `Refund ${row.number} of ${sum(row.amount)} is approved.`,
    },
    {
      verb: 'decline',
      path: 'decline',
      says: 'Declines a refund.',
      permission: 'refund:approve',
      note: 'must',
      run: async (caller, id, note) => {
        const { decline } = await import('../../db/hospital/money/billing/refunds/refunds.ts')
        return decline(caller, id, note)
      },
      ended: (row) => `The refund of ${sum(row.amount)} to ${row.payee_name} is declined.`,
    },
  ],
})
