import type { Brings } from '../../registry.ts'
import { medicines } from './formulary/tables.ts'

export const brings: Brings = {
  area: 'medicines',
  reads: { ingredient: 'medicine:read', safety_table: 'medicine:read' },
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
