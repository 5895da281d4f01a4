// Credit notes from the command line: drafts that wait for somebody to issue or discard them.

import type { CreditNote } from '../../db/hospital/money/billing/credit/shapes.ts'
import { credit_states } from '../../db/hospital/money/billing/credit/words.ts'
import { decisions, worth } from './decisions.ts'
import { sum } from './money.ts'

const called = (row: CreditNote): string => worth({ ...row, amount: row.total })

export const commands = decisions<CreditNote>({
  noun: 'credit-notes',
  one: 'a credit note',
  many: 'credit notes',
  path: 'credit-notes',
  reads: 'creditnote:read',
  states: credit_states,
  waits: 'DRAFT',
  rules: async () => {
    const rows = await import('../../db/hospital/money/billing/credit/list.ts')
    const { credit_notes } = await import('../../db/hospital/money/billing/credit/tables.ts')
    return {
      list: rows.list,
      called: async ({ hospital_id }, number) =>
        (await credit_notes.find({ hospital_id, number }))?.id,
      find: rows.find,
      shape: (await import('../../db/hospital/money/billing/credit/shapes.ts')).CreditNote,
    }
  },
  columns: [
    ['Total', (row) => sum(row.total)],
    ['Bill', (row) => row.bill_number],
    ['Patient', (row) => row.patient_name],
    ['Why', (row) => row.reason_code],
    ['Written by', (row) => row.created_by_name],
    ['Because', (row) => row.reason, 'wide'],
  ],
  label: (row) => `the credit note of ${called(row)} on bill ${row.bill_number}`,
  moves: [
    {
      verb: 'issue',
      path: 'issue',
      says: 'Issues a credit note that somebody else wrote.',
      permission: 'creditnote:issue',
      note: 'may',
      run: async (caller, id) => {
        const { issue } = await import('../../db/hospital/money/billing/credit/notes.ts')
        return issue(caller, id)
      },
      ended: (row) => `Credit note ${row.number} of ${sum(row.total)} is issued.`,
    },
    {
      verb: 'discard',
      path: 'discard',
      says: 'Discards the draft of a credit note.',
      permission: 'creditnote:create',
      note: 'must',
      run: async (caller, id, note) => {
        const { discard } = await import('../../db/hospital/money/billing/credit/notes.ts')
        return discard(caller, id, note)
      },
      ended: (row) => `The credit note of ${sum(row.total)} is discarded.`,
    },
  ],
})
