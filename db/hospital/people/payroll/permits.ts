import { permit } from '../../permit.ts'

export const permits = {
  'payroll:read': permit('See pay, and what it is made of', 'R', [
    'payroll_officer',
    'accountant',
    'manager',
  ]),
  'payroll:settings': permit('Set components of pay and statutory tables', 'M', ['hr_manager']),
} as const
