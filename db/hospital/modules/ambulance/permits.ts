import { permit } from '../../permit.ts'

export const permits = {
  'ambulance:read': permit('See ambulances, requests, trips and the board', 'R', [
    'ambulance_crew',
    'doctor',
    'clinician',
    'nurse',
    'nurse_in_charge',
    'midwife',
    'reception',
    'medical_in_charge',
    'manager',
  ]),
  'ambulance:request': permit('Ask for an ambulance', 'C', [
    'ambulance_crew',
    'reception',
    'doctor',
    'clinician',
    'nurse',
    'nurse_in_charge',
    'midwife',
  ]),
  'ambulance:assign': permit('Send ambulances out, with their crews', 'U', ['ambulance_crew']),
  'ambulance:update': permit('Check vehicles, stamp trips and hand over', 'U', ['ambulance_crew']),
  'ambulance:manage': permit('Keep ambulances and the tables of dispatch', 'M', [
    'clinical_admin',
    'manager',
  ]),
} as const
