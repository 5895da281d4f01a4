import { staff_roles } from '../../office/access/roles/staff-roles.ts'
import { permit } from '../../permit.ts'

export const permits = {
  'staff:read': permit('See the directory of staff, and the records of your own people', 'R', [
    ...staff_roles,
  ]),
  'staff:write': permit('Take people on and keep their records', 'C', ['hr_officer']),
  'staff:status': permit('Confirm, transfer, suspend and reinstate staff', 'M', ['hr_manager']),
  'staff:sensitive': permit('See identity numbers, birth dates and family of staff', 'M', [
    'hr_officer',
    'hr_manager',
    'payroll_officer',
  ]),
  'staff:bank': permit('Enter bank details of staff', 'M', ['hr_officer', 'payroll_officer']),
  'staff:bank-approve': permit('Approve bank details that somebody else entered', 'A', [
    'hr_manager',
    'manager',
  ]),
  'hr:all': permit('See and act on the records of all staff', 'M', [
    'hr_officer',
    'hr_manager',
    'payroll_officer',
  ]),
  'licence:write': permit('Keep practising licences', 'C', ['hr_officer']),
  'establishment:write': permit('Set how many posts each department has', 'C', ['hr_officer']),
  'vacancy:read': permit('See vacancies', 'R', ['hr_officer']),
  'vacancy:write': permit('Open, change and close vacancies', 'C', ['hr_officer']),
  'applicant:read': permit('See applicants', 'R', ['hr_officer']),
  'applicant:write': permit('Take applications in and decide on them', 'C', ['hr_officer']),
  'applicant:hire': permit('Hire applicants', 'A', ['hr_manager']),
  'training:read': permit('See the training of your own people', 'R', ['supervisor', 'hr_officer']),
  'training:write': permit('File training', 'C', ['hr_officer']),
  'roster:read': permit('See types of leave, holidays and rosters', 'R', [...staff_roles]),
  'roster:write': permit('Write rosters', 'C', ['supervisor']),
  'roster:publish': permit('Publish rosters', 'P', ['supervisor']),
  'attendance:clock': permit('Clock in and out at a workstation', 'C', [...staff_roles]),
  'attendance:read': permit('See when your own people came and went', 'R', [
    'supervisor',
    'hr_officer',
  ]),
  'attendance:correct': permit('Ask that the times of your people be set right', 'U', [
    'supervisor',
  ]),
  'attendance:approve': permit('Approve times that somebody else set right', 'A', [
    'supervisor',
    'hr_manager',
  ]),
  'leave:read': permit('See the leave of your own people', 'R', ['supervisor', 'hr_officer']),
  'leave:write': permit('Ask for leave for somebody else, and cancel it', 'C', ['hr_officer']),
  'leave:approve': permit('Decide on leave, and call people back', 'A', [
    'supervisor',
    'hr_manager',
  ]),
  'leave:settings': permit('Set balances of leave right', 'M', ['hr_manager']),
  'hr:settings': permit('Set how people are kept: settings, cadres, holidays', 'M', ['hr_manager']),
} as const
