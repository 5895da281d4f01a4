// What a rule takes off (COM-65 to COM-67). Money in minor units.

import { portion } from '../../../core/kinds/money.ts'
import { conflict, Refusal } from '../../../core/refusal.ts'
import { folded } from '../../../store/table.ts'
import type { RuleRow } from './record.ts'
import { partsOf } from './targets.ts'
import type { TargetType } from './words.ts'

export interface Line {
  category: string
  department: string | null
  payable: number
}

/** The lines that the rule is for. */
export function reached<L extends Line>(
  { applies_to, name: rule }: RuleRow,
  target: TargetType,
  client_kind: string | null,
  lines: readonly L[],
): readonly L[] {
  const { what, name } = partsOf(applies_to)
  if (what === 'ALL' || what === target) return lines
  if (what === 'QUOTATION' || what === 'ORDER') {
    throw new Refusal(400, 'invalid', `Rule ${rule} is for offers and orders alone.`)
  }
  if (what === 'KIND') {
    if (client_kind === name) return lines
    throw conflict(`Rule ${rule} is for clients of kind ${name}.`)
  }
  const found = lines.filter((line) =>
    what === 'CATEGORY' ? line.category === name : folded(line.department ?? '') === folded(name),
  )
  if (found.length > 0) return found
  if (what === 'BILL' || what === 'SALE') {
    throw conflict(`Rule ${rule} is for a ${what.toLowerCase()}.`)
  }
  throw conflict(`No line of this bill is ${name}.`)
}

export const sumOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { payable }) => sum + payable, 0)

/** COM-66. */
export function amountOf({ kind, value, max_amount }: RuleRow, base: number): number {
  const amount = kind === 'PERCENT' ? portion(base, value, 10_000) : Math.min(value, base)
  return Math.min(amount, max_amount ?? amount)
}

/** COM-67. */
export const needsApproval = (
  { requires_approval, approval_above }: RuleRow,
  amount: number,
): boolean => requires_approval || (approval_above !== null && amount > approval_above)
