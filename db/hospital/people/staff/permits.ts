import { staff_roles } from '../../office/access/roles/staff-roles.ts'
import { permit } from '../../permit.ts'

export const permits = {
  'staff:read': permit('See the directory of staff, and the records of your own people', 'R', [
    ...staff_roles,
  ]),
  'staff:write': permit('Take people on and keep their records', 'C', ['hr_officer']),
  'staff:status': permit('Confirm, transfer, suspend and reinstate staff', 'A', ['hr_manager']),
  'staff:sensitive': permit('See identity numbers, birth dates and family of staff', 'R', [
    'hr_officer',
    'hr_manager',
    'payroll_officer',
  ]),
  'staff:bank': permit('Enter bank details of staff', 'C', ['hr_officer', 'payroll_officer']),
  'staff:bank-approve': permit('Approve bank details that somebody else entered', 'A', [
    'hr_manager',
    'manager',
  ]),
  'hr:all': permit('See and act on the records of all staff', 'X', [
    'hr_officer',
    'hr_manager',
    'payroll_officer',
  ]),
  'licence:write': permit('Keep practising licences', 'C', ['hr_officer']),
  'hr:settings': permit('Set how people are kept: settings, cadres, holidays', 'M', ['hr_manager']),
} as const
