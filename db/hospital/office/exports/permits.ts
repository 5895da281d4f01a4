import { permit } from '../../permit.ts'

export const permits = {
  'export:create': permit('Take lists and reports away as files', 'C', [
    'system_administrator',
    'director',
    'manager',
    'supervisor',
    'auditor',
    'medical_in_charge',
    'clinical_admin',
    'nurse_in_charge',
    'lab_manager',
    'pharmacy_manager',
    'records',
    'hmis',
    'billing',
    'insurance',
    'accountant',
    'chief_accountant',
    'procurement',
    'corporate',
    'hr_officer',
    'hr_manager',
    'payroll_officer',
  ]),
  'export:personal': permit('Names, numbers and addresses in exports', 'M', [
    'manager',
    'chief_accountant',
    'hr_officer',
    'hr_manager',
  ]),
} as const
