// The life of an emergency (front office 3.6). Re-triage changes no state.

import { life } from '../../../core/states.ts'
import { emergency_states } from './words.ts'

export const emergency_life = life('emergency', emergency_states, {
  triage: { from: ['ARRIVED'], to: 'TRIAGED', permission: 'emergency:triage' },
  'start treatment': {
    from: ['ARRIVED', 'TRIAGED'],
    to: 'IN_TREATMENT',
    permission: 'emergency:treat',
  },
  observe: { from: ['IN_TREATMENT'], to: 'OBSERVATION', permission: 'emergency:treat' },
  'back to treatment': {
    from: ['OBSERVATION'],
    to: 'IN_TREATMENT',
    permission: 'emergency:treat',
  },
  dispose: {
    from: ['ARRIVED', 'TRIAGED', 'IN_TREATMENT', 'OBSERVATION'],
    to: 'DISPOSED',
    permission: 'emergency:dispose',
  },
  reopen: { from: ['DISPOSED'], to: 'IN_TREATMENT', permission: 'emergency:dispose' },
})
