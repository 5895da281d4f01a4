// Expenses from the command line: what was submitted, and the yes or no of somebody else.

import type { Expense } from '../../db/hospital/money/expenses/shapes.ts'
import { expense_states } from '../../db/hospital/money/expenses/words.ts'
import { decisions, worth } from './decisions.ts'
import { sum } from './money.ts'

export const commands = decisions<Expense>({
  noun: 'expenses',
  one: 'an expense',
  many: 'expenses',
  path: 'expenses',
  reads: 'expense:read',
  lists_own: true,
  states: expense_states,
  waits: 'SUBMITTED',
  rules: async () => {
    const rows = await import('../../db/hospital/money/expenses/rows.ts')
    const { expenses } = await import('../../db/hospital/money/expenses/tables.ts')
    return {
      list: rows.list,
      called: async ({ hospital_id }, number) => (await expenses.find({ hospital_id, number }))?.id,
      find: rows.find,
      shape: (await import('../../db/hospital/money/expenses/shapes.ts')).Expense,
    }
  },
  columns: [
    ['Amount', (row) => sum(row.amount)],
    ['For', (row) => row.description],
    ['Day', (row) => row.spent_on],
    ['Asked by', (row) => row.requested_by_name],
    ['Payee', (row) => row.payee, 'wide'],
    ['Kind', (row) => row.category, 'wide'],
  ],
  label: (row) => `the expense of ${worth(row)} for ${row.description}`,
  moves: [
    {
      verb: 'approve',
      path: 'approve',
      says: 'Approves an expense that somebody else asked for.',
      permission: 'expense:approve',
      note: 'may',
      run: async (caller, id, note) => {
        const { approve } = await import('../../db/hospital/money/expenses/decisions.ts')
        return approve(caller, id, note === '' ? null : note)
      },
      ended: (row) =>
        row.status === 'APPROVED'
          ? `Expense ${row.number ?? ''} of ${sum(row.amount)} is approved.`
          : `Approved once; an expense of ${sum(row.amount)} wants somebody else too.`,
    },
    {
      verb: 'reject',
      path: 'reject',
      says: 'Rejects an expense; whoever asked may mend it and submit it again.',
      permission: 'expense:approve',
      note: 'must',
      run: async (caller, id, note) => {
        const { reject } = await import('../../db/hospital/money/expenses/decisions.ts')
        return reject(caller, id, note)
      },
      ended: (row) => `The expense of ${sum(row.amount)} is rejected.`,
    },
  ],
})
