// The permissions that the areas of this wing declare.

import { permits as staff } from './staff/permits.ts'
import { permits as payroll } from './payroll/permits.ts'
import { permits as exits } from './exits/permits.ts'

export const permits = { ...staff, ...payroll, ...exits } as const
