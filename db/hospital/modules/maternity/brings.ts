import type { Brings } from '../../registry.ts'

export const brings: Brings = { area: 'maternity' }
