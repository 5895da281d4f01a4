import { permit } from '../../permit.ts'

export const permits = {
  'discount:read': permit('See rules of discounts and what was given', 'R', [
    'accountant',
    'manager',
    'cashier',
  ]),
  'discount:write': permit('Write rules of discounts', 'C', ['manager']),
  'discount:apply': permit('Give a discount by a rule, or ask for one', 'U', [
    'cashier',
    'accountant',
    'corporate',
  ]),
  'discount:approve': permit('Decide on discounts, and take them back', 'A', ['manager']),
} as const
