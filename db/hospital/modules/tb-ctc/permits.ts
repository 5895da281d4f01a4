import { permit } from '../../permit.ts'

const treating = ['doctor', 'clinician', 'nurse'] as const

export const permits = {
  'tb:read': permit('Read TB cases and the tables of both clinics', 'R', [
    ...treating,
    'nurse_in_charge',
    'midwife',
    'medical_in_charge',
    'hmis',
  ]),
  'tb:register': permit('Enter somebody with signs of TB', 'C', [
    ...treating,
    'nurse_in_charge',
    'midwife',
  ]),
  'tb:update': permit('Register, treat and close TB cases', 'U', [...treating]),
  'tb:manage': permit('Change the tables of TB and HIV care', 'M', [
    'clinical_admin',
    'medical_in_charge',
  ]),
  // TBC-22: of no other role, whatever it includes.
  'ctc:read': permit('Read HIV care', 'R', ['ctc_team']),
  'ctc:register': permit('Enrol in HIV care', 'C', ['ctc_team']),
  'ctc:update': permit('Write visits and regimens of HIV care', 'U', ['ctc_team']),
  'ctc:approve': permit('Approve second and third line, open staff who are clients', 'A', [
    'ctc_in_charge',
  ]),
} as const
