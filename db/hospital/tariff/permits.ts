import { permit } from '../permit.ts'

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
} as const
