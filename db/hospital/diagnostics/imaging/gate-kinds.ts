// What stands in the way of imaging, as the one gate engine knows it (diagnostics 2.13).

import type { Bite, GateKind, ShippedRow } from '../../desk/gates/kind.ts'
import { laboratory_reasons } from '../laboratory/gate-kinds.ts'

const reasons = laboratory_reasons.map((one) => ({ ...one, needs_text: true }))

const justified: readonly ShippedRow[] = [
  { level: 'BLOCK_WITH_OVERRIDE', permission: 'imaging:justify' },
]

const kind = (
  key: string,
  title: string,
  title_sw: string,
  more: Partial<GateKind> = {},
): GateKind => ({
  key,
  title,
  title_sw,
  actions: ['study.start'],
  reasons,
  emergency_bypass: false,
  scope_keys: ['section', 'modality'],
  rows: justified,
  check: async (_caller, { subject }) => {
    const by_gate = (subject['by_gate'] ?? {}) as Readonly<Record<string, readonly Bite[]>>
    return by_gate[key] ?? []
  },
  ...more,
})

export const imaging_gates: readonly GateKind[] = [
  kind('IMG_QUESTIONS', 'Safety questions', 'Maswali ya usalama', {
    rows: [{ level: 'BLOCK_WITH_OVERRIDE', permission: 'imaging:perform' }],
    emergency_bypass: true,
  }),
  kind('IMG_PREGNANCY', 'Pregnancy and exposure', 'Mimba na mionzi', {
    actions: ['study.schedule', 'study.start'],
    rows: [
      ...justified,
      { scope: { region: ['LOW'] }, level: 'WARN', permission: 'imaging:justify' },
    ],
    // Only where a pregnancy is not known: one that is known is asked without haste.
    emergency_bypass: true,
    scope_keys: ['section', 'modality', 'region'],
    reviewed: true,
  }),
  kind('IMG_CONTRAST', 'Reaction to contrast', 'Mzio wa dawa ya kuonyesha', { reviewed: true }),
  kind('IMG_RENAL', 'Kidneys and contrast', 'Figo na dawa ya kuonyesha', {
    emergency_bypass: true,
  }),
  kind('IMG_RENAL_UNKNOWN', 'Kidneys not known', 'Hali ya figo haijulikani', {
    emergency_bypass: true,
  }),
  kind('IMG_METFORMIN', 'Metformin and contrast', 'Metformin na dawa ya kuonyesha', {
    actions: ['study.schedule', 'study.start'],
    rows: [{ level: 'WARN', permission: 'imaging:justify' }],
  }),
  kind('IMG_METAL', 'Metal and the magnet', 'Chuma na sumaku', { reviewed: true }),
]
