// The gate at the end of an emergency (front office 2.6).

import type { GateKind } from '../gates/kind.ts'
import { front_office_reasons } from '../gates/reasons.ts'
import { openPrescriptions, openProcedureOrders } from '../../neighbours/care.ts'
import { pendingFor } from '../../neighbours/diagnostics.ts'
import type { Row } from './emergencies.ts'

const urgent = ['STAT', 'URGENT']

export const emergency_gates: readonly GateKind[] = [
  {
    key: 'EMG_OPEN_WORK',
    title: 'Urgent work is open',
    title_sw: 'Kazi ya haraka haijakamilika',
    actions: ['emergency.dispose'],
    reasons: front_office_reasons,
    emergency_bypass: false,
    rows: [{ level: 'WARN', permission: 'visit:override' }],
    async check(caller, { subject }) {
      const { visit_id } = subject['emergency'] as Row
      const orders = await pendingFor(caller, { visit_id })
      const named = [
        ...orders.filter(({ priority }) => urgent.includes(priority)),
        ...(await openProcedureOrders(caller, visit_id)),
        ...(await openPrescriptions(caller, visit_id)),
      ].map(({ reference }) => reference)
      if (named.length === 0) return []
      return [
        { what: `${named.slice(0, 5).join(', ')} ${named.length === 1 ? 'is' : 'are'} not done.` },
      ]
    },
  },
]
