// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as staff } from './staff/permits.ts'
import { permits as payroll } from './payroll/permits.ts'

export const permits = { ...staff, ...payroll } as const
