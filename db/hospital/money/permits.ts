// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as accounting } from './accounting/permits.ts'
import { permits as tariff } from './tariff/permits.ts'
import { permits as insurance } from './insurance/permits.ts'
import { permits as drawers } from './drawers/permits.ts'
import { permits as billing } from './billing/permits.ts'
import { permits as expenses } from './expenses/permits.ts'
import { permits as claims } from './claims/permits.ts'

export const permits = {
  ...accounting,
  ...tariff,
  ...insurance,
  ...drawers,
  ...billing,
  ...expenses,
  ...claims,
} as const
