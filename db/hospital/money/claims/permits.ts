import { permit } from '../../permit.ts'

export const permits = {
  'claim:read': permit('See claims, batches and denials', 'R', [
    'insurance',
    'accountant',
    'manager',
  ]),
  'claim:manage': permit('Check claims and put them in batches', 'M', ['insurance']),
  'claim:submit': permit('Seal and submit batches of claims', 'C', ['insurance']),
  'claim:decide': permit('Decide what becomes of denied amounts', 'A', ['insurance', 'accountant']),
  'remittance:read': permit('See what schemes paid', 'R', ['insurance', 'accountant']),
  'remittance:create': permit('Enter what a scheme paid', 'C', ['insurance']),
  'remittance:post': permit('Post what a scheme paid', 'P', ['accountant']),
} as const
