import { permit } from '../../permit.ts'

const clinical = ['nurse', 'clinician'] as const

export const permits = {
  'vitals:read': permit('See vital signs, scores and alerts', 'R', [...clinical, 'pharmacist']),
  'vitals:write': permit('Record vital signs, amend and void the own ones', 'C', clinical),
  'vitals:amend': permit('Amend and void the vital signs of others', 'U', [
    'nurse_in_charge',
    'clinician',
  ]),
  'vitals:alert': permit('Acknowledge and resolve alerts of vital signs', 'U', clinical),
  'clinical-table:read': permit('Read the tables of ranges, limits and scores', 'R', clinical),
  'clinical-table:manage': permit('Write and adopt tables of ranges, limits and scores', 'M', [
    'clinical_admin',
    'medical_in_charge',
  ]),
} as const
