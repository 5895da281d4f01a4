import type { Brings } from '../../registry.ts'

export const brings: Brings = {
  area: 'displays',
  reads: { queue_display: 'queue:display' },
}
