// The life of a branch (platform 3.3).

import { life } from '../../../core/states.ts'
import { facility_states } from './words.ts'

export const facility_life = life('branch', facility_states, {
  deactivate: { from: ['ACTIVE'], to: 'INACTIVE', permission: 'facility:manage' },
  activate: { from: ['INACTIVE'], to: 'ACTIVE', permission: 'facility:manage' },
})
