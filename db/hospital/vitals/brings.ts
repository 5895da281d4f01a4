import type { Brings } from '../registry.ts'

export const brings: Brings = {
  area: 'vitals',
  reads: { vital_table: 'clinical-table:read' },
}
