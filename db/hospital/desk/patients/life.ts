// The life of a patient's record (front office 3.1).

import { life } from '../../../core/states.ts'
import { patient_states } from './words.ts'

export const patient_life = life('patient', patient_states, {
  identify: { from: ['TEMPORARY'], to: 'ACTIVE', permission: 'patient:identify' },
  deactivate: { from: ['ACTIVE'], to: 'INACTIVE', permission: 'patient:status' },
  reactivate: { from: ['INACTIVE'], to: 'ACTIVE', permission: 'patient:status' },
  merge: {
    from: ['ACTIVE', 'INACTIVE', 'TEMPORARY', 'DECEASED'],
    to: 'MERGED',
    permission: 'patient:merge',
  },
  'undo merge': { from: ['MERGED'], to: 'ACTIVE', permission: 'patient:unmerge' },
  deceased: {
    from: ['ACTIVE', 'INACTIVE', 'TEMPORARY'],
    to: 'DECEASED',
    permission: 'patient:deceased',
  },
  'revoke death': { from: ['DECEASED'], to: 'ACTIVE', permission: 'patient:revoke-death' },
})
