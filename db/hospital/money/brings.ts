// Drawn by npm run draw from the folders of this wing, never by hand.
import { brings as accounting } from './accounting/brings.ts'
import { brings as policy } from './policy/brings.ts'
import { brings as tariff } from './tariff/brings.ts'
import { brings as insurance } from './insurance/brings.ts'
import { brings as drawers } from './drawers/brings.ts'
import { brings as billing } from './billing/brings.ts'
import { brings as expenses } from './expenses/brings.ts'
import { brings as claims } from './claims/brings.ts'

import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [
  accounting,
  policy,
  tariff,
  insurance,
  drawers,
  billing,
  expenses,
  claims,
]
