import { permit } from '../../permit.ts'

export const permits = {
  'portal:manage': permit('Set up the patient portal and its accounts', 'M', []),
  'portal:codes': permit('Give patients a code for the portal', 'C', ['reception', 'records']),
  'portal:decide': permit('Decide who may act for another patient', 'A', ['records']),
  'portal:messages': permit('Write with patients in the portal', 'U', [
    'clinician',
    'nurse',
    'reception',
  ]),
} as const
