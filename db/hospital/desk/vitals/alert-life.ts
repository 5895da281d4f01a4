// The life of an alert (front office 3.7). A normal next set resolves one by itself.

import { life } from '../../../core/states.ts'
import { vital_alert_states } from './words.ts'

export const alert_life = life('alert', vital_alert_states, {
  acknowledge: { from: ['OPEN'], to: 'ACKNOWLEDGED', permission: 'vitals:alert' },
  resolve: { from: ['OPEN', 'ACKNOWLEDGED'], to: 'RESOLVED', permission: 'vitals:alert' },
})
