import { permit } from '../../permit.ts'

export const permits = {
  'exit:read': permit('See how your own people leave', 'R', [
    'hr_officer',
    'hr_manager',
    'supervisor',
    'payroll_officer',
    'manager',
  ]),
  'exit:write': permit('Open exits and clear what is handed back', 'C', ['hr_officer']),
  'exit:approve': permit('Clear, complete and withdraw exits', 'A', ['hr_manager']),
} as const
