// A point is open, paused or closed (QUE-6, QUE-14).

import { life } from '../../../core/states.ts'
import { point_states } from './words.ts'

export const point_life = life('service point', point_states, {
  open: { from: ['PAUSED', 'CLOSED'], to: 'OPEN', permission: 'queue:call' },
  pause: { from: ['OPEN'], to: 'PAUSED', permission: 'queue:call' },
  close: { from: ['OPEN', 'PAUSED'], to: 'CLOSED', permission: 'queue:call' },
})
