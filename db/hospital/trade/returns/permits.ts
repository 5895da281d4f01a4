import { permit } from '../../permit.ts'

export const permits = {
  'return:read': permit('See returns', 'R', [
    'cashier',
    'pharmacist',
    'storekeeper',
    'accountant',
    'manager',
  ]),
  'return:write': permit('Open returns', 'C', ['cashier', 'pharmacist', 'corporate']),
  'return:approve': permit('Decide on returns', 'A', ['manager']),
  'return:restock': permit('Put returned goods back, apart or away', 'U', [
    'storekeeper',
    'pharmacist',
  ]),
  'return:refund': permit('Refund what was returned', 'X', ['cashier', 'accountant']),
} as const
