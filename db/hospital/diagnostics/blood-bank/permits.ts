import { permit } from '../../permit.ts'

const laboratory = ['lab_technician', 'lab_manager'] as const
const nursing = ['nurse'] as const
const clinical = ['clinician'] as const

export const permits = {
  'donor:read': permit('See donors and donations', 'R', [...laboratory, ...nursing]),
  'donor:write': permit('Register, interview and bleed donors', 'C', [
    'lab_technician',
    ...nursing,
  ]),
  'donor:reinstate': permit('Let a deferred donor give again', 'A', ['lab_manager']),
  'donor:results': permit('See infection results of donors', 'R', [...laboratory]),
  'donation:test': permit('Test and group donations', 'C', ['lab_technician']),
  'donation:release': permit('Release or reject donations', 'A', [...laboratory]),
  'bloodunit:read': permit('See blood units and stock', 'R', [
    ...laboratory,
    ...nursing,
    ...clinical,
  ]),
  'bloodunit:write': permit('Receive, hold and return blood units', 'C', ['lab_technician']),
  'bloodunit:discard': permit('Discard blood units', 'X', [...laboratory]),
  'blood:read': permit('See requests and the blood record of patients', 'R', [
    ...clinical,
    'intern',
    ...nursing,
    ...laboratory,
  ]),
  'blood:request': permit('Request blood', 'C', [...clinical, 'intern', 'midwife']),
  'blood:test': permit('Test samples and cross-match', 'C', ['lab_technician']),
  'blood:issue': permit('Issue blood', 'U', ['lab_technician']),
  'blood:emergency': permit('Authorise blood before its tests', 'A', [...clinical]),
  'transfusion:give': permit('Start, watch and end transfusions', 'U', [...nursing, ...clinical]),
  'transfusion:witness': permit('Be the second person at a transfusion', 'A', [
    ...nursing,
    ...clinical,
    'lab_technician',
  ]),
  'haemovigilance:manage': permit('Conclude reactions to blood', 'M', ['lab_manager', 'doctor']),
  'bloodbank:settings': permit('Set rules, components and levels of the blood bank', 'M', [
    'lab_manager',
  ]),
} as const
