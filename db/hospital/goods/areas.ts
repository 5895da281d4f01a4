// Stock, controlled drugs, purchasing.
// The areas of this wing in order: one leans only on those above it.

import type { Brings } from '../registry.ts'
import { brings as procurement } from './procurement/brings.ts'
import { brings as stock } from './stock/brings.ts'

export const names = ['stock', 'procurement'] as const

export const brings: readonly Brings[] = [stock, procurement]
