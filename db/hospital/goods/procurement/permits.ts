import { permit } from '../../permit.ts'

const readers = ['procurement', 'storekeeper', 'accountant', 'manager']

export const permits = {
  'stock:receive': permit('Receive goods into the own stores', 'U', ['storekeeper', 'pharmacist']),
  'supplier:read': permit('See suppliers', 'R', readers),
  'supplier:write': permit('Keep suppliers', 'U', ['procurement']),
  'purchase:read': permit('See what is ordered', 'R', [...readers, 'director', 'supervisor']),
  'purchase:order': permit('Order goods', 'C', ['procurement']),
  'purchase:approve': permit('Approve orders and exceptions of invoices, by level', 'A', [
    'supervisor',
    'manager',
    'director',
  ]),
  'payable:read': permit('See what is owed to suppliers', 'R', ['accountant', 'manager']),
  'payable:write': permit('Enter invoices and payments of suppliers', 'U', ['accountant']),
  'payable:approve': permit('Approve payments to suppliers', 'A', ['manager']),
  'payable:pay': permit('Pay suppliers', 'P', ['accountant']),
} as const
