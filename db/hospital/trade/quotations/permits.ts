import { permit } from '../../permit.ts'

export const permits = {
  'quotation:read': permit('See quotations', 'R', ['corporate', 'manager']),
  'quotation:write': permit('Write quotations, send them and note the answer', 'C', ['corporate']),
  'quotation:approve': permit('Agree with discounts and prices of quotations and orders', 'A', [
    'manager',
  ]),
} as const
