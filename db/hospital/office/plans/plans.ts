// The seller's plans. They are part of a release (decision 0220).

import { currencyOf } from '../../../core/reference/countries.ts'
import type { Plan } from './shapes.ts'

/** Prices in whole units of the currency, per branch and month. */
const shipped: readonly Plan[] = [
  {
    code: 'CLINIC',
    name: 'Clinic',
    description: 'One branch, up to 20 accounts.',
    price: 150_000,
    currency: 'TZS',
    tax_pct: 18,
    max_branches: 1,
    max_users: 20,
    months_min: 1,
    active: true,
    sort_order: 1,
  },
  {
    code: 'HOSPITAL',
    name: 'Hospital',
    description: 'Up to 5 branches, 300 accounts.',
    price: 450_000,
    currency: 'TZS',
    tax_pct: 18,
    max_branches: 5,
    max_users: 300,
    months_min: 3,
    active: true,
    sort_order: 2,
  },
  {
    code: 'NETWORK',
    name: 'Network',
    description: 'As many branches and accounts as there are.',
    price: 400_000,
    currency: 'TZS',
    tax_pct: 18,
    max_branches: null,
    max_users: null,
    months_min: 12,
    active: true,
    sort_order: 3,
  },
]

export const list = async (): Promise<Plan[]> => shipped.filter(({ active }) => active)

export const planCalled = (code: string): Plan | undefined =>
  shipped.find((plan) => plan.active && plan.code === code.trim().toUpperCase())

export const currencyOfPlan = ({ currency }: Pick<Plan, 'currency'>) => currencyOf(currency)
