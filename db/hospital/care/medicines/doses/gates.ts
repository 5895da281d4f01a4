// The gates of giving (2.17): not before its time, not too soon after the last, not more often than said.

import type { GateKind } from '../../../desk/gates/kind.ts'

const reasons = [
  { code: 'DOCTOR_ASKED', text: 'The doctor asked for it', needs_text: false },
  { code: 'AWAY_LATER', text: 'The patient is away when it is due', needs_text: false },
  { code: 'CLINICAL_NEED', text: 'Clinical need', needs_text: false },
  { code: 'OTHER', text: 'Other', needs_text: true },
] as const

const doseGate = (key: string, title: string, title_sw: string, permission: string): GateKind => ({
  key,
  title,
  title_sw,
  actions: ['dose.give'],
  reasons,
  emergency_bypass: false,
  never_off: key === 'DOSE_TOO_SOON',
  reviewed: permission === 'override:safety',
  scope_keys: [],
  rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission }],
  check: async (_caller, { subject }) => {
    const said = subject[key]
    return typeof said === 'string' ? [{ what: said }] : []
  },
})

export const dose_gates: readonly GateKind[] = [
  doseGate('DOSE_EARLY', 'Before its time', 'Kabla ya muda', 'dose:give'),
  doseGate('DOSE_TOO_SOON', 'Too soon', 'Mapema mno', 'override:safety'),
  doseGate('DOSE_PRN_MAX', 'Most in a day', 'Kiwango cha siku', 'override:safety'),
]
