// Which service waits for money (BIL-24): the row that names most, as shipped or as set.

import type { GateLevel } from '../../../desk/gates/words.ts'
import type { GateRow } from '../bills/tables.ts'

export const shipped_gates: readonly GateRow[] = [
  { category: '*', visit_class: '*', payer_kind: '*', gate: 'BLOCK_WITH_OVERRIDE' },
  { category: '*', visit_class: 'INPATIENT', payer_kind: '*', gate: 'NONE' },
  { category: '*', visit_class: 'EMERGENCY', payer_kind: '*', gate: 'NONE' },
  { category: 'Bed', visit_class: '*', payer_kind: '*', gate: 'NONE' },
]

export interface GateAsked {
  category: string
  visit_class: string
  payer_kind: string
}

export interface Decided {
  gate: GateLevel
  /** The row in words: `consultation, outpatients, self-pay`. */
  rule: string | null
}

/** Ties go to the category, then to the class of visit, then to the payer. */
const weight = (row: GateRow): number => {
  const named = [row.category, row.visit_class, row.payer_kind].map((word) => word !== '*')
  return (
    named.filter(Boolean).length * 8 +
    (named[0] === true ? 4 : 0) +
    (named[1] === true ? 2 : 0) +
    (named[2] === true ? 1 : 0)
  )
}

const fits = (word: string, value: string): boolean =>
  word === '*' || word.toLowerCase() === value.toLowerCase()

export function decide(
  flow: { payment_before_service: boolean; gates: GateRow[] | null },
  asked: GateAsked,
): Decided {
  if (!flow.payment_before_service) return { gate: 'NONE', rule: null }
  const [best] = (flow.gates ?? shipped_gates)
    .filter(
      (row) =>
        fits(row.category, asked.category) &&
        fits(row.visit_class, asked.visit_class) &&
        fits(row.payer_kind, asked.payer_kind),
    )
    .toSorted((a, b) => weight(b) - weight(a))
  return best === undefined ? { gate: 'NONE', rule: null } : { gate: best.gate, rule: said(best) }
}

const classes: Record<string, string> = {
  OUTPATIENT: 'outpatients',
  INPATIENT: 'inpatients',
  EMERGENCY: 'emergencies',
}
const payers: Record<string, string> = {
  SELF: 'self-pay',
  SCHEME: 'schemes',
  CLIENT: 'clients',
  OTHER: 'other payers',
}

const said = ({ category, visit_class, payer_kind }: GateRow): string =>
  [
    category === '*' ? 'every service' : category.toLowerCase(),
    classes[visit_class] ?? 'every visit',
    payers[payer_kind] ?? 'every payer',
  ].join(', ')
