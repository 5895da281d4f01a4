import { permit } from '../../permit.ts'

const laboratory = ['lab_technician', 'lab_manager'] as const
const imaging = ['radiographer', 'radiologist'] as const
const ordering = ['clinician', 'intern', 'dentist', 'eye', 'nurse'] as const

export const permits = {
  'test:read': permit('See the tests that are offered', 'R', [
    ...ordering,
    ...laboratory,
    ...imaging,
    'pharmacist',
    'therapist',
    'nutrition',
    'records',
    'reception',
    'cashier',
    'billing',
    'manager',
  ]),
  'test:write': permit('Keep the tests and their ranges', 'U', ['lab_manager', 'radiologist']),
  'diagnostic:read': permit('See orders, specimens and released results', 'R', [
    ...ordering,
    ...laboratory,
    ...imaging,
    'pharmacist',
    'therapist',
    'nutrition',
    'records',
  ]),
  'diagnostic:order': permit('Order tests', 'C', [...ordering]),
  'result:restricted': permit('See restricted tests of anybody', 'R', [...laboratory]),
  'specimen:collect': permit('Collect specimens', 'C', ['nurse', 'lab_technician']),
  'specimen:receive': permit('Receive and refuse specimens', 'U', ['lab_technician']),
  'result:poc': permit('Enter results of tests at the bedside', 'C', ['nurse', 'clinician']),
  'result:enter': permit('Enter results', 'C', ['lab_technician']),
  'result:verify': permit('Verify results', 'A', [...laboratory]),
  'result:release': permit('Release results', 'A', [...laboratory]),
  'result:amend': permit('Correct released results', 'X', ['lab_manager']),
  'qc:read': permit('See controls and their charts', 'R', [...laboratory, 'auditor']),
  'qc:write': permit('Measure controls', 'C', ['lab_technician']),
  'qc:review': permit('Review controls, keep their lots', 'A', ['lab_manager']),
  'instrument:read': permit('See instruments', 'R', [...laboratory, ...imaging]),
  'instrument:write': permit('Keep instruments', 'U', ['lab_manager', 'radiologist']),
  'maintenance:write': permit('Take instruments out of use and bring them back', 'U', [
    'lab_technician',
    'radiographer',
  ]),
  'analyser:read': permit('See what analysers sent', 'R', ['lab_technician']),
  'analyser:write': permit('Match, dismiss and replay what analysers sent', 'U', [
    'lab_technician',
  ]),
  'analyser:send': permit('Hand in what an analyser says', 'C', []),
  'critical:call': permit('Call critical results', 'U', [...laboratory, ...imaging]),
  'critical:acknowledge': permit('Acknowledge critical results', 'U', [...ordering]),
  'diagnostic:settings': permit('Set how the laboratory works', 'M', [
    'lab_manager',
    'radiologist',
  ]),
} as const
