import { permit } from '../../permit.ts'

export const permits = {
  'payroll:read': permit('See pay, and what it is made of', 'R', [
    'payroll_officer',
    'accountant',
    'manager',
  ]),
  'payroll:prepare': permit('Prepare pay: profiles, inputs and runs', 'C', ['payroll_officer']),
  'payroll:approve': permit('Approve pay that somebody else prepared', 'A', ['manager']),
  'payroll:post': permit('Post approved pay to the books', 'P', ['accountant']),
  'payroll:pay': permit('Pay salaries out', 'P', ['accountant']),
  'payroll:settings': permit('Set components of pay and statutory tables', 'M', ['hr_manager']),
} as const
