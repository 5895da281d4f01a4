// The gate of a departure (front office 2.6, REF-4).

import type { GateKind } from '../gates/kind.ts'
import { front_office_reasons } from '../gates/reasons.ts'
import type { Row } from './record.ts'

export const referral_gates: readonly GateKind[] = [
  {
    key: 'REF_NO_ACCEPTANCE',
    title: 'Not accepted yet',
    title_sw: 'Haijakubaliwa',
    actions: ['referral.depart'],
    reasons: front_office_reasons,
    emergency_bypass: true,
    scope_keys: ['urgencies'],
    rows: [
      { level: 'BLOCK_WITH_OVERRIDE', permission: 'referral:override' },
      { scope: { urgencies: ['URGENT'] }, level: 'WARN', permission: 'referral:override' },
      { scope: { urgencies: ['EMERGENCY'] }, level: 'NONE' },
    ],
    async check(_caller, { subject }) {
      const { status, number, facility } = subject['referral'] as Row
      if (status === 'ACCEPTED') return []
      return [
        {
          what: `${facility} has not accepted ${number}.`,
          mend: 'Call there, or send the letter again.',
        },
      ]
    },
  },
]
