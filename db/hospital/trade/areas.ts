// Clients, quotations, orders.
// The areas of this wing in order: one leans only on those above it.

import type { Brings } from '../registry.ts'

export const names = [] as const

export const brings: readonly Brings[] = []
