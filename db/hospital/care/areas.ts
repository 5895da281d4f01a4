// The chart, wards and beds, nursing, medicines.
// The areas of this wing in order: one leans only on those above it.

import { brings as chart } from './chart/brings.ts'
import { brings as medicines } from './medicines/brings.ts'
import { brings as wards } from './wards/brings.ts'
import type { Brings } from '../registry.ts'

export const names = ['clinical', 'chart', 'wards', 'medicines'] as const

export const brings: readonly Brings[] = [chart, wards, medicines]
