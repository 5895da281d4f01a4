import type { Brings } from '../registry.ts'
import { expenses } from './tables.ts'

export const brings: Brings = {
  area: 'expenses',
  sequences: [
    {
      kind: 'expense',
      label: 'Payment voucher',
      area: 'expenses',
      pattern: 'VCH-{YYYY}-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: true,
    },
  ],
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
