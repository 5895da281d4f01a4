// Drawn by npm run draw from the folders of this wing, never by hand.
import { brings as staff } from './staff/brings.ts'
import { brings as payroll } from './payroll/brings.ts'

import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [staff, payroll]
