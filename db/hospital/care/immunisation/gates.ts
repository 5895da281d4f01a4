// The gates of giving a vaccine (2.17). A table that nobody adopted never blocks (ruling 40).

import type { Bite, GateKind, ShippedRow } from '../../desk/gates/kind.ts'

const reasons = [
  { code: 'BENEFIT_OUTWEIGHS', text: 'The benefit outweighs the risk', needs_text: false },
  { code: 'OUTBREAK', text: 'An outbreak', needs_text: false },
  { code: 'TOLERATED_BEFORE', text: 'Tolerated before', needs_text: false },
  { code: 'SPECIALIST_ADVICE', text: 'Advice of a specialist', needs_text: false },
  { code: 'OTHER', text: 'Other', needs_text: true },
] as const

export const imm_gates = ['IMM_MIN_AGE', 'IMM_GAP', 'IMM_MAX_AGE', 'IMM_CONTRA'] as const
export type ImmGate = (typeof imm_gates)[number]

/** What stands in the way, by gate; found once for all doses of a call. */
export type Standing = Readonly<Partial<Record<ImmGate, readonly Bite[]>>>

const permission = 'immunisation:override'
const over: ShippedRow = { level: 'BLOCK_WITH_OVERRIDE', permission }
const block: ShippedRow = { scope: { severity: ['ADOPTED'] }, level: 'BLOCK' }
const warn: ShippedRow = {
  scope: { severity: ['CAUTION', 'MODERATE', 'MINOR'] },
  level: 'WARN',
}

const immGate = (
  key: ImmGate,
  [title, title_sw]: readonly [string, string],
  rows: readonly ShippedRow[],
): GateKind => ({
  key,
  title,
  title_sw,
  actions: ['immunisation.give'],
  reasons,
  emergency_bypass: false,
  reviewed: true,
  scope_keys: ['severity'],
  rows,
  check: async (_caller, { subject }) => (subject['standing'] as Standing | undefined)?.[key] ?? [],
})

export const immunisation_gates: readonly GateKind[] = [
  immGate('IMM_MIN_AGE', ['Too young', 'Umri mdogo mno'], [over, block]),
  immGate('IMM_GAP', ['Too soon', 'Mapema mno'], [over, block]),
  immGate('IMM_MAX_AGE', ['Too late', 'Muda umepita'], [over]),
  immGate('IMM_CONTRA', ['Contraindication', 'Isiyofaa kwa mgonjwa'], [over, warn]),
]
