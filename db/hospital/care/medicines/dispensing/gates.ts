// The gates of the pharmacy (2.17): whose prescription it is, until when it counts, which lot is taken.

import type { Bite, GateKind } from '../../../desk/gates/kind.ts'

const other = { code: 'OTHER', text: 'Other', needs_text: true } as const
const reasons = [
  { code: 'SPOKEN_WITH_PRESCRIBER', text: 'Spoken with the prescriber', needs_text: false },
  { code: 'NO_COLLEAGUE', text: 'Nobody else is on duty', needs_text: false },
  { code: 'GOES_ON', text: 'A course that goes on', needs_text: false },
  other,
] as const
const lot_reasons = [
  { code: 'OPEN_PACK', text: 'The pack is open', needs_text: false },
  { code: 'PATIENT_HAS_LOT', text: 'The patient has this lot', needs_text: false },
  { code: 'FAR_SHELF', text: 'The other lies far away', needs_text: false },
  { code: 'USED_SOONER', text: 'It will be used sooner', needs_text: false },
  other,
] as const

const pharmacyGate = (
  kind: Pick<GateKind, 'key' | 'title' | 'title_sw' | 'actions' | 'reasons'>,
  permission: string,
  bites: (subject: Readonly<Record<string, unknown>>) => readonly Bite[],
  emergency_bypass = false,
): GateKind => ({
  ...kind,
  emergency_bypass,
  reviewed: permission === 'override:safety',
  scope_keys: [],
  rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission }],
  check: async (_caller, { subject }) => bites(subject),
})

const textIn = (subject: Readonly<Record<string, unknown>>, key: string): string | null => {
  const value = subject[key]
  return typeof value === 'string' ? value : null
}
const bitesIn = (subject: Readonly<Record<string, unknown>>, key: string): readonly Bite[] =>
  (subject[key] as readonly Bite[] | undefined) ?? []

export const pharmacy_gates: readonly GateKind[] = [
  pharmacyGate(
    {
      key: 'DISP_RX_EXPIRED',
      title: 'Prescription',
      title_sw: 'Cheti cha dawa',
      actions: ['dispense.verify'],
      reasons,
    },
    'override:safety',
    (subject) => {
      const until = textIn(subject, 'valid_until')
      const today = textIn(subject, 'today')
      return until !== null && today !== null && until < today
        ? [{ what: `it was valid until ${until}.` }]
        : []
    },
  ),
  {
    ...pharmacyGate(
      {
        key: 'DISP_PRESCRIBER_SELF',
        title: 'Own prescription',
        title_sw: 'Cheti chako mwenyewe',
        actions: ['dispense.verify'],
        reasons,
      },
      'override:safety',
      () => [],
      true,
    ),
    check: async (caller, { subject }) =>
      caller.user_id !== null && textIn(subject, 'prescriber') === caller.user_id
        ? [{ what: 'You prescribed this yourself.' }]
        : [],
  },
  pharmacyGate(
    {
      key: 'DISP_NOT_FEFO',
      title: 'First expiry first',
      title_sw: 'Inayoisha muda kwanza',
      actions: ['dispense.pick'],
      reasons: lot_reasons,
    },
    'dispense:verify',
    (subject) => bitesIn(subject, 'not_first'),
  ),
  pharmacyGate(
    {
      key: 'DISP_SHORT_EXPIRY',
      title: 'Short expiry',
      title_sw: 'Muda unakaribia kuisha',
      actions: ['dispense.pick'],
      reasons: lot_reasons,
    },
    'dispense:verify',
    (subject) => bitesIn(subject, 'short'),
  ),
]
