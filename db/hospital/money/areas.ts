// Prices, bills, drawers, insurance, claims and the books.
// The areas of this wing in order: one leans only on those above it.

import { brings as accounting } from './accounting/brings.ts'
import { brings as policy } from './policy/brings.ts'
import { brings as tariff } from './tariff/brings.ts'
import { brings as insurance } from './insurance/brings.ts'
import { brings as drawers } from './drawers/brings.ts'
import { brings as billing } from './billing/brings.ts'
import { brings as expenses } from './expenses/brings.ts'
import { brings as claims } from './claims/brings.ts'
import type { Brings } from '../registry.ts'

export const names = [
  'accounting',
  'policy',
  'tariff',
  'insurance',
  'drawers',
  'billing',
  'expenses',
  'claims',
] as const

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
