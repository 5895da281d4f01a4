import { permit } from '../../permit.ts'

const bill_readers = [
  'reception',
  'cashier',
  'billing',
  'insurance',
  'accountant',
  'manager',
  'supervisor',
] as const

export const permits = {
  'tariff:read': permit('See the price lists', 'R', [...bill_readers, 'pharmacist', 'clinician']),
  'tariff:manage': permit('Set and change prices', 'M', ['accountant', 'manager']),
  'scheme:read': permit('See schemes and what they cover', 'R', bill_readers),
  'scheme:manage': permit('Change schemes and what they cover', 'M', ['insurance', 'manager']),
  'membership:read': permit('See who is a member of which scheme', 'R', [
    'reception',
    'insurance',
    'billing',
    'cashier',
  ]),
  'membership:manage': permit('Enter and end memberships', 'M', ['reception', 'insurance']),
} as const
