// What stands in the way of blood (blood-bank 2.10). Each act looks first and hands over what it found.

import type { Caller } from '../../../core/caller.ts'
import type { Bite, GateKind, GateReason, ShippedRow } from '../../desk/gates/kind.ts'

const reason = (code: string, text: string, needs_text = false): GateReason => ({
  code,
  text,
  needs_text,
})
const reasons = [
  reason('BLEEDING', 'The patient is bleeding'),
  reason('CLINICAL_NEED', 'Clinical need'),
  reason('NO_OTHER_UNIT', 'There is no other unit'),
  reason('NO_TIME', 'There is no time to wait'),
  reason('OTHER', 'Other', true),
] as const

const overridable = (permission: string): readonly ShippedRow[] => [
  { level: 'BLOCK_WITH_OVERRIDE', permission },
]
const warns: readonly ShippedRow[] = [{ level: 'WARN' }]
const emergency = 'blood:emergency'

interface Said {
  key: string
  title: string
  title_sw: string
  actions: readonly string[]
  rows: readonly ShippedRow[]
  bypass?: boolean
  scope_keys?: readonly string[]
}

const kind = ({ key, bypass = false, ...said }: Said): GateKind => ({
  key,
  ...said,
  reasons,
  emergency_bypass: bypass,
  check: async (_caller: Caller, { subject }) => {
    const by_gate = (subject['by_gate'] ?? {}) as Readonly<Record<string, readonly Bite[]>>
    return by_gate[key] ?? []
  },
})

export const blood_gates: readonly GateKind[] = [
  kind({
    key: 'BLD_THRESHOLD',
    title: 'Above the threshold',
    title_sw: 'Juu ya kiwango',
    actions: ['blood.request'],
    rows: warns,
    bypass: true,
  }),
  kind({
    key: 'BLD_GROUP_ONCE',
    title: 'Group not confirmed',
    title_sw: 'Kundi halijathibitishwa',
    actions: ['blood.issue'],
    rows: overridable(emergency),
  }),
  kind({
    key: 'BLD_SAMPLE',
    title: 'Sample too old',
    title_sw: 'Sampuli imepita muda',
    actions: ['blood.crossmatch', 'blood.issue'],
    rows: [{ level: 'BLOCK' }],
  }),
  kind({
    key: 'BLD_NOT_MATCHED',
    title: 'Not cross-matched',
    title_sw: 'Haijalinganishwa',
    actions: ['blood.issue'],
    rows: overridable(emergency),
  }),
  kind({
    key: 'BLD_INCOMPATIBLE',
    title: 'Cross-match incompatible',
    title_sw: 'Hailingani',
    actions: ['blood.issue'],
    rows: overridable(emergency),
  }),
  kind({
    key: 'BLD_RHD',
    title: 'RhD',
    title_sw: 'RhD',
    actions: ['blood.crossmatch', 'blood.issue'],
    scope_keys: ['rhd_case'],
    rows: [
      { level: 'WARN' },
      {
        scope: { rhd_case: ['CHILDBEARING'] },
        level: 'BLOCK_WITH_OVERRIDE',
        permission: emergency,
      },
      { scope: { rhd_case: ['ANTI_D'] }, level: 'BLOCK' },
    ],
  }),
  kind({
    key: 'BLD_REQUIREMENT',
    title: 'What this patient needs',
    title_sw: 'Mahitaji ya mgonjwa',
    actions: ['blood.issue'],
    rows: overridable(emergency),
  }),
  kind({
    key: 'BLD_PLATELETS',
    title: 'Plasma in platelets',
    title_sw: 'Plazima katika chembe sahani',
    actions: ['blood.issue'],
    rows: warns,
  }),
  kind({
    key: 'BLD_SEVERAL',
    title: 'More than one unit out',
    title_sw: 'Zaidi ya chupa moja',
    actions: ['blood.issue'],
    rows: overridable('blood:issue'),
    bypass: true,
  }),
  kind({
    key: 'BLD_REFUSED',
    title: 'Blood is refused',
    title_sw: 'Mgonjwa amekataa damu',
    actions: ['transfusion.start'],
    rows: [{ level: 'BLOCK' }],
  }),
  kind({
    key: 'BLD_CONSENT',
    title: 'Consent',
    title_sw: 'Ridhaa',
    actions: ['transfusion.start'],
    rows: overridable(emergency),
    bypass: true,
  }),
  kind({
    key: 'BLD_VITALS',
    title: 'Observation before the start',
    title_sw: 'Vipimo kabla ya kuanza',
    actions: ['transfusion.start'],
    rows: overridable('transfusion:give'),
    bypass: true,
  }),
  kind({
    key: 'BLD_LATE_START',
    title: 'Started late',
    title_sw: 'Imechelewa kuanza',
    actions: ['transfusion.start'],
    rows: overridable(emergency),
    bypass: true,
  }),
]
