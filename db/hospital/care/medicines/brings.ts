import { answer } from '../../../core/question.ts'
import { counterCheck } from '../../neighbours/medicines.ts'
import type { Brings } from '../../registry.ts'
import { medicine_gates } from './checks/gates.ts'
import { counterChecked } from './counter/counter.ts'
import { medicines } from './formulary/tables.ts'

export const brings: Brings = {
  area: 'medicines',
  reads: { ingredient: 'medicine:read', safety_table: 'medicine:read' },
  answers: [answer(counterCheck, counterChecked)],
  gates: medicine_gates,
  entities: [
    {
      type: 'medicine',
      read: 'medicine:read',
      write: 'medicine:write',
      async exists({ hospital_id }, id) {
        const found = await medicines.find({ hospital_id, id })
        return found && { label: found.name }
      },
    },
  ],
}
