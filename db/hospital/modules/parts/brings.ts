import type { Brings } from '../../registry.ts'

export const brings: Brings = {
  area: 'parts',
  reads: { module_table: 'self:use' },
}
