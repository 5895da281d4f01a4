// The permissions that the areas of this wing declare.

import { permits as staff } from './staff/permits.ts'
import { permits as payroll } from './payroll/permits.ts'

export const permits = { ...staff, ...payroll } as const
