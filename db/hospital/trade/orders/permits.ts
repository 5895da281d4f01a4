import { permit } from '../../permit.ts'

export const permits = {
  'salesorder:read': permit('See orders and deliveries of clients', 'R', [
    'corporate',
    'storekeeper',
    'accountant',
    'manager',
  ]),
  'salesorder:write': permit('Write orders of clients', 'C', ['corporate']),
  'salesorder:confirm': permit('Confirm orders and hold their goods', 'A', [
    'corporate',
    'manager',
  ]),
  'salesorder:deliver': permit('Deliver orders from a store', 'U', ['storekeeper', 'pharmacist']),
  'salesorder:invoice': permit('Bill what was delivered', 'U', ['accountant']),
  'salesorder:cancel': permit('Cancel orders, close them short, take deliveries back', 'X', [
    'manager',
  ]),
  'credit:override': permit('Confirm and deliver above the credit of a client', 'X', ['manager']),
} as const
