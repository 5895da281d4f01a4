import {
  expenseReplay,
  expenseStops,
  expenseItems as expense_items,
} from '../../neighbours/books.ts'
import { answer } from '../../../core/question.ts'
import { sealed } from '../../office/audit/seal-kinds.ts'
import type { Brings } from '../../registry.ts'
import { expenseItems } from './open-items.ts'
import { replayOfExpenses } from './replay.ts'
import { stopsOfExpenses } from './stops.ts'
import { expenses } from './tables.ts'

export const brings: Brings = {
  area: 'expenses',
  answers: [
    answer(expenseStops, stopsOfExpenses),
    answer(expenseReplay, replayOfExpenses),
    answer(expense_items, expenseItems),
  ],
  papers: [
    {
      kind: 'expense',
      title: { en: 'Payment voucher', sw: 'Hati ya malipo' },
      async read({ hospital_id }, id) {
        const found = await expenses.find({ hospital_id, id })
        if (found === undefined) return undefined
        const { number, paid_on, spent_on, payable, status } = found
        return {
          number,
          date: paid_on ?? spent_on,
          amount: payable,
          status: status === 'CANCELLED' || status === 'REVERSED' ? status : 'VALID',
        }
      },
    },
  ],
  sequences: [
    {
      kind: 'expense',
      label: 'Payment voucher',
      area: 'expenses',
      pattern: 'VCH-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: true,
      stand: { table: 'expenses' },
    },
  ],
  seals: [sealed('expense', expenses, { called: 'number', once: 'number' })],
  entities: [
    {
      type: 'expense',
      read: 'expense:read',
      write: 'expense:create',
      async exists({ hospital_id }, id) {
        const found = await expenses.find({ hospital_id, id })
        return found && { label: found.number ?? found.description.slice(0, 60) }
      },
      async closed({ hospital_id }, id) {
        const found = await expenses.find({ hospital_id, id })
        return found !== undefined && found.number !== null
      },
    },
  ],
}
