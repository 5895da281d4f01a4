import { staff_roles } from '../../office/access/roles/staff-roles.ts'
import { permit } from '../../permit.ts'

const desk = ['reception', 'records'] as const
const clinical = ['doctor', 'clinician', 'nurse'] as const
const clinical_readers = [
  'medical_in_charge',
  'clinical_admin',
  'doctor',
  'clinician',
  'intern',
  'dentist',
  'eye',
  'therapist',
  'nutrition',
  'nurse',
  'nurse_in_charge',
  'midwife',
  'theatre_nurse',
  'pharmacist',
  'lab_technician',
  'radiographer',
] as const

export const permits = {
  'patient:read': permit('Find and open patients, their identifiers, kin and alerts', 'R', [
    ...desk,
    'nurse',
    'clinician',
    'cashier',
    'pharmacist',
    'lab_technician',
    'radiographer',
    'welfare',
    'manager',
    'privacy_officer',
  ]),
  'patient:create': permit('Register patients, known and unknown', 'C', [
    ...desk,
    'nurse',
    'clinician',
  ]),
  'patient:update': permit('Change patients, their kin and identifiers', 'U', desk),
  'patient:identify': permit('Make an unknown patient known', 'U', [...desk, 'nurse']),
  'patient:merge': permit('Make one record of two', 'M', ['records']),
  'patient:unmerge': permit('Undo a merge of two records', 'X', ['records']),
  'patient:merge-override': permit('Merge records despite a mismatch', 'M', ['manager']),
  'patient:restrict': permit('Say how sensitive a patient’s record is', 'M', [
    'privacy_officer',
    'manager',
  ]),
  'patient:restricted': permit('Open restricted records without breaking the glass', 'M', [
    'privacy_officer',
  ]),
  'patient:break-glass': permit('Open a restricted record with a reason', 'X', [
    'clinician',
    'nurse',
  ]),
  'patient:review-access': permit('Review what was opened by breaking the glass', 'A', [
    'privacy_officer',
  ]),
  'patient:status': permit('Deactivate and reactivate patients', 'M', ['records']),
  'patient:deceased': permit('Record a death', 'U', ['doctor', 'clinician', 'records']),
  'patient:revoke-death': permit('Take back a death that was recorded', 'X', ['manager']),
  'area:read': permit('See regions, districts, wards and streets', 'R', staff_roles),
  'area:manage': permit('Keep regions, districts, wards and streets', 'M', ['records']),
  'frontoffice:settings': permit('Change the settings of the front office', 'M', ['manager']),
  'patient:card': permit('Print and replace patients’ cards, labels and wristbands', 'C', [
    'reception',
    'nurse',
    'records',
  ]),
  'patient:access-log': permit('See who looked at a patient’s record', 'R', [
    'privacy_officer',
    'manager',
  ]),
  'patient:import': permit('Import the old register of patients', 'M', [
    'administrator',
    'records',
  ]),
  'patient:verify': permit('Verify patients’ identifiers', 'A', desk),
  'vulnerability:read': permit('See to which vulnerable groups patients belong', 'R', [
    'reception',
    'cashier',
    'welfare',
    'doctor',
    'clinician',
    'nurse',
  ]),
  'vulnerability:write': permit('Ask that a patient be counted to a vulnerable group', 'C', [
    'reception',
    'nurse',
    'welfare',
  ]),
  'vulnerability:confirm': permit('Decide on vulnerable groups', 'A', ['welfare']),
  'patient-clinical:read': permit(
    'See what is clinical on a patient’s page',
    'R',
    clinical_readers,
  ),
  'patient-clinical:write': permit('Raise and close clinical alerts of a patient', 'U', clinical),
} as const
