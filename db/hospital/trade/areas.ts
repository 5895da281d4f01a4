// Clients, quotations, orders.
// The areas of this wing in order: one leans only on those above it.

import { brings as clients } from './clients/brings.ts'
import { brings as discounts } from './discounts/brings.ts'
import { brings as orders } from './orders/brings.ts'
import { brings as quotations } from './quotations/brings.ts'
import { brings as returns } from './returns/brings.ts'
import type { Brings } from '../registry.ts'

export const names = ['clients', 'discounts', 'quotations', 'orders', 'returns'] as const

export const brings: readonly Brings[] = [clients, discounts, quotations, orders, returns]
