// What stands in the way of a medicine in pregnancy (MAT-8). Care's engine decides; labour and birth have no gate.

import type { Bite, GateKind } from '../../desk/gates/kind.ts'

export const maternity_gates: readonly GateKind[] = [
  {
    key: 'MAT_IPTP',
    title: 'IPTp-SP',
    title_sw: 'SP kwa wajawazito',
    actions: ['maternity.iptp'],
    reasons: [
      { code: 'CLINICAL_NEED', text: 'Clinical need', needs_text: true },
      { code: 'OTHER', text: 'Other', needs_text: true },
    ],
    emergency_bypass: false,
    rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'prescription:write' }],
    check: async (_caller, { subject }) => subject['bites'] as readonly Bite[],
  },
]
