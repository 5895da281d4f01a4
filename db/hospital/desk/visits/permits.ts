import { permit } from '../../permit.ts'

const staff = [
  'reception',
  'nurse',
  'clinician',
  'cashier',
  'pharmacist',
  'lab_technician',
  'radiographer',
] as const

export const permits = {
  'visit:read': permit('See visits and where patients are', 'R', staff),
  'visit:create': permit('Open visits', 'C', ['reception', 'nurse']),
  'visit:update': permit('Change visits', 'U', ['reception', 'nurse', 'clinician']),
  'visit:advance': permit('Send patients on, hold them and take them back', 'U', staff),
  'visit:check-out': permit('Check patients out', 'U', ['reception', 'nurse', 'clinician']),
  'visit:cancel': permit('Cancel visits', 'X', ['reception']),
  'visit:reopen': permit('Open a closed visit again', 'X', ['supervisor', 'manager']),
  'visit:payer': permit('Change who pays for a visit', 'U', ['reception', 'cashier']),
  'visit:override': permit('Let a patient past a gate of the front office', 'X', [
    'doctor',
    'clinician',
    'nurse_in_charge',
    'manager',
  ]),
  'emergency:triage': permit('Triage patients', 'U', ['nurse', 'clinician']),
} as const
