import { life } from '../../../core/states.ts'
import { membership_states } from './words.ts'

export const membership_life = life('membership', membership_states, {
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED', permission: 'membership:manage' },
  resume: { from: ['SUSPENDED'], to: 'ACTIVE', permission: 'membership:manage' },
  /** Its last day is past (7, every night), or the scheme said so. */
  lapse: { from: ['ACTIVE', 'SUSPENDED'], to: 'LAPSED', house: true },
  end: {
    from: ['ACTIVE', 'SUSPENDED', 'LAPSED'],
    to: 'ENDED',
    permission: 'membership:manage',
  },
})
