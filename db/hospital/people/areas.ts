// Staff, their time and their pay.
// The areas of this wing in order: one leans only on those above it.

import { brings as staff } from './staff/brings.ts'
import { brings as payroll } from './payroll/brings.ts'
import { brings as exits } from './exits/brings.ts'
import type { Brings } from '../registry.ts'

export const names = ['staff', 'payroll', 'exits'] as const

export const brings: readonly Brings[] = [staff, payroll, exits]
