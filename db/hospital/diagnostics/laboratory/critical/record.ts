import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { alert_states } from '../words.ts'
import { critical_alert_history, critical_alerts } from './tables.ts'

export type AlertRow = RowOf<(typeof critical_alerts)['columns']>

export const alert_life = life('alert', alert_states, {
  acknowledge: { from: ['OPEN'], to: 'ACKNOWLEDGED', permission: 'critical:acknowledge' },
  confirm: { from: ['OPEN'], to: 'CONFIRMED', house: true },
  withdraw: { from: ['OPEN'], to: 'WITHDRAWN', house: true },
})

export const alertRecord = recordWithLife(critical_alerts, {
  life: alert_life,
  type: 'critical_alert',
  called: ({ number }) => number,
  history: historyIn(critical_alert_history),
  sequence: 'critical_alert',
})
