import { permit } from '../../permit.ts'

export const permits = {
  'mortuary:read': permit('See bodies, cabinets and the lists of the mortuary', 'R', [
    'mortuary_attendant',
    'doctor',
    'medical_in_charge',
    'welfare',
    'manager',
  ]),
  'mortuary:register': permit('Take bodies in', 'C', ['mortuary_attendant', 'nurse']),
  'mortuary:update': permit('Give places, keep belongings, attend viewings', 'U', [
    'mortuary_attendant',
  ]),
  'mortuary:release': permit('Release bodies, and let them out at the gate', 'A', [
    'mortuary_attendant',
  ]),
  'mortuary:certify': permit('Pass what stands in the way of a release, and undo', 'A', [
    'doctor',
    'medical_in_charge',
  ]),
  'mortuary:verify': permit('Look at the pass of a body at the gate', 'A', []),
  'mortuary:manage': permit('Set up cabinets and the tables of the mortuary', 'M', [
    'clinical_admin',
    'manager',
  ]),
} as const
