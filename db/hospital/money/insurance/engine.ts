// What a scheme pays of each line, in the order of the bill (BIL-100). No database: everything that
// decides is in hand, so that the same facts always give the same cent.

import { portion } from '../../../core/kinds/money.ts'
import type { RowOf } from '../../../store/table.ts'
import type { MembershipRow } from '../tariff/memberships.ts'
import type { PlanRow } from '../tariff/plans.ts'
import type { SchemeRow } from '../tariff/schemes.ts'
import type { VisitClass } from '../tariff/words.ts'
import type { coverage_rules } from './tables.ts'
import { benefitOf, ruleFor } from './rules-for.ts'
import { approved, type PreauthLeft, unapproved } from './preauth-left.ts'
import type { CeilingName, CoverReason, CoverWarning, Period } from './words.ts'

export type RuleRow = RowOf<(typeof coverage_rules)['columns']>

/** Money in minor units, quantity in thousandths. */
export interface CoverLine {
  code: string | null
  category: string
  department?: string | null | undefined
  quantity: number
  amount: number
  /** False: the scheme pays for its own list alone, and this is not on it (BIL-18). */
  listed: boolean
  /** No more of it is left for anybody to pay. */
  at_most?: number | undefined
  /** Another day than the bill's. */
  day?: string | undefined
}

export interface Use {
  code: string | null
  category: string
  visit_id: string | null
  admission_id: string | null
  service_date: string
  own: boolean
  quantity: number
  covered: number
  visit_copay: number
}

export interface Facts {
  scheme: SchemeRow
  /** Why the scheme pays nothing at all. */
  closed: CoverWarning | null
  member: MembershipRow | null
  plan: PlanRow | null
  rules: readonly RuleRow[]
  /** Of this membership and, where the year is shared, of its family. */
  uses: readonly Use[]
  /** What was ever used of a code or a category, for limits of a lifetime. */
  ever: readonly Pick<Use, 'code' | 'category' | 'quantity'>[]
  preauths: readonly PreauthLeft[]
  day: string
  /** Where the year of the membership began. */
  year_from: string
  visit_id: string | null
  admission_id: string | null
  visit_class: VisitClass
  /** An emergency still within the hours in which an approval may follow (BIL-109). */
  approval_may_follow: boolean
  sex: string | null
  age: number | null
  diagnoses: readonly string[]
}

export interface LineCover {
  covered: number
  patient_share: number
  reason: CoverReason
  rule_id: string | null
  preauth_needed: boolean
  /** Cover that falls to the patient for want of an approval. */
  unapproved: number
  /** Covered in an emergency; the approval must follow. */
  awaits_approval: boolean
  preauth_item_id: string | null
  preauth_id: string | null
  preauth_quantity: number
  /** What counts against a limit of quantities. */
  quantity: number
  visit_copay: number
}

export interface Ceiling {
  name: CeilingName
  limit: number
  used: number
  left_after: number
}

export interface Cover {
  lines: LineCover[]
  ceilings: Ceiling[]
  warnings: CoverWarning[]
}

/** What is used up before this bill and by its earlier lines. */
export interface Tally {
  ceilings: Ceiling[]
  /** Of days on which other lines were done. */
  other_days: Map<string, Ceiling | null>
  copay_left: number
  /** By code or category: quantities of earlier lines of this bill. */
  taken: CoverLine[]
  running: number
  passed: boolean
  preauths: Map<string, PreauthLeft>
}

export function decideCover(facts: Facts, lines: readonly CoverLine[]): Cover {
  const tally = begin(facts)
  const decided = lines.map((line) => decideLine(facts, tally, line))
  const warnings = new Set<CoverWarning>()
  if (facts.closed !== null) warnings.add(facts.closed)
  else if (facts.member === null) warnings.add('NO_MEMBERSHIP')
  if (decided.some(({ reason }) => reason === 'CEILING')) warnings.add('CEILING_REACHED')
  if (decided.some((one) => one.preauth_needed && one.preauth_item_id === null)) {
    warnings.add('PREAUTH_MISSING')
  }
  return { lines: decided, ceilings: tally.ceilings, warnings: [...warnings] }
}

/** With nothing of this bill decided yet. */
export function begin(facts: Facts): Tally {
  const of_visit = facts.uses.filter((use) => use.own && inPeriod(facts, 'VISIT', use))
  const copay = facts.plan?.copay_amount ?? facts.scheme.copay_amount ?? 0
  const copay_taken = of_visit.reduce((all, use) => all + use.visit_copay, 0)
  return {
    ceilings: beginning(facts),
    other_days: new Map(),
    copay_left: Math.max(0, copay - copay_taken),
    taken: [],
    running: 0,
    passed: false,
    preauths: new Map(facts.preauths.map((one) => [one.item_id, { ...one }])),
  }
}

/** The ceilings of the plan with what issued bills left of them (step 8). */
export function beginning(facts: Facts): Ceiling[] {
  const { plan, uses, visit_id, admission_id, day, year_from } = facts
  const own = uses.filter((use) => use.own)
  const sum = (list: readonly Use[]): number => list.reduce((all, use) => all + use.covered, 0)
  const of_visit = visit_id === null ? [] : own.filter((use) => use.visit_id === visit_id)
  const of_stay =
    admission_id === null ? [] : own.filter((use) => use.admission_id === admission_id)
  const ceilings: Ceiling[] = []
  const add = (name: CeilingName, limit: number | null | undefined, used: number): void => {
    if (limit === null || limit === undefined) return
    ceilings.push({ name, limit, used, left_after: Math.max(0, limit - used) })
  }
  add('day', plan?.day_ceiling, sum(own.filter((use) => use.service_date === day)))
  add('visit', plan?.visit_ceiling, sum(of_visit))
  if (admission_id !== null) add('admission', plan?.admission_ceiling, sum(of_stay))
  const of_year = (plan?.shared_year === true ? uses : own).filter(
    (use) => use.service_date >= year_from,
  )
  add('year', plan?.year_ceiling, sum(of_year))
  return ceilings
}

/** Of every limit of quantities in force: what was used and what is left (2.9). */
export function usedOf(facts: Facts) {
  const { day, plan } = facts
  return facts.rules.flatMap((rule) => {
    const { code, category, per, max_quantity } = rule
    const ends = rule.effective_to ?? day
    const mine = rule.plan_id === null || rule.plan_id === plan?.id
    if (per === null || max_quantity === null || !mine) return []
    if (rule.effective_from > day || ends < day) return []
    const used = usedBefore(facts, rule)
    const left = Math.max(0, max_quantity - used) / 1000
    return [{ code, category, used: used / 1000, left, per }]
  })
}

const nothing = (line: CoverLine, reason: CoverReason, rule?: RuleRow): LineCover => ({
  covered: 0,
  patient_share: line.amount,
  reason,
  rule_id: rule?.id ?? null,
  preauth_needed: false,
  unapproved: 0,
  awaits_approval: false,
  preauth_item_id: null,
  preauth_id: null,
  preauth_quantity: 0,
  quantity: 0,
  visit_copay: 0,
})

export function decideLine(of_bill: Facts, tally: Tally, line: CoverLine): LineCover {
  if (of_bill.closed !== null) return nothing(line, 'NO_SCHEME')
  const facts = line.day === undefined ? of_bill : { ...of_bill, day: line.day }
  if (!benefitOf(facts, line)) return nothing(line, 'EXCLUDED')
  const rule = ruleFor(facts, line)
  if (rule?.covered === false) return nothing(line, 'EXCLUDED', rule)
  if (!line.listed) return nothing(line, 'NOT_LISTED', rule)
  if (waits(facts, rule)) return nothing(line, 'WAITING', rule)
  return share(of_bill, facts, tally, line, rule)
}

/** Steps 5 to 9: each may cut, and the last one that did gives the reason. */
function share(
  of_bill: Facts,
  facts: Facts,
  tally: Tally,
  line: CoverLine,
  rule: RuleRow | undefined,
): LineCover {
  let reason: CoverReason = 'FULL'
  let covered = line.amount
  const cut = (to: number, why: CoverReason): void => {
    if (to >= covered) return
    covered = to
    reason = why
  }
  const left = quantityLeft(facts, tally, line, rule)
  cut(portion(line.amount, Math.min(left, line.quantity), line.quantity), 'LIMIT')
  const bp = rule?.coverage_bp ?? facts.plan?.coverage_bp ?? facts.scheme.coverage_bp ?? 10_000
  cut(portion(covered, bp, 10_000), 'PERCENT')
  const own_copay = rule?.copay_amount ?? null
  const visit_copay = own_copay === null ? Math.min(tally.copay_left, covered) : 0
  cut(Math.max(0, covered - (own_copay ?? visit_copay)), 'COPAY')
  cut(line.at_most ?? covered, 'LIMIT')
  cut(rule?.item_ceiling ?? covered, 'CEILING')
  const ceilings = ceilingsOf(of_bill, tally, line)
  for (const { left_after } of ceilings) cut(left_after, 'CEILING')
  const asked = approval(facts, tally, line, rule, covered)
  cut(asked.allowed, 'PREAUTH_MISSING')
  tally.copay_left -= visit_copay
  for (const ceiling of ceilings) ceiling.left_after -= covered
  const quantity = covered === 0 ? 0 : Math.min(left, line.quantity)
  tally.taken.push({ ...line, quantity })
  if (asked.from === null) tally.running += covered
  else {
    asked.from.quantity -= asked.quantity
    asked.from.amount -= covered
  }
  return {
    covered,
    patient_share: line.amount - covered,
    reason,
    rule_id: rule?.id ?? null,
    preauth_needed: asked.needed,
    unapproved: asked.unapproved,
    awaits_approval: asked.awaits,
    preauth_item_id: asked.from?.item_id ?? null,
    preauth_id: asked.from?.preauth_id ?? null,
    preauth_quantity: asked.quantity,
    quantity,
    visit_copay,
  }
}

/** The day's ceiling is that of the day on which the line was done. */
function ceilingsOf(facts: Facts, tally: Tally, { day = facts.day }: CoverLine): Ceiling[] {
  if (day === facts.day) return tally.ceilings
  let other = tally.other_days.get(day)
  if (other === undefined) {
    other = beginning({ ...facts, day }).find(({ name }) => name === 'day') ?? null
    tally.other_days.set(day, other)
  }
  const rest = tally.ceilings.filter(({ name }) => name !== 'day')
  return other === null ? rest : [other, ...rest]
}

/** Step 4. An emergency waits for nothing. */
function waits({ member, plan, day, visit_class }: Facts, rule: RuleRow | undefined): boolean {
  const days = rule?.waiting_days ?? plan?.waiting_days ?? 0
  if (member === null || days === 0 || visit_class === 'EMERGENCY') return false
  const from = Date.parse(`${member.valid_from}T00:00:00Z`) + days * 86_400_000
  return Date.parse(`${day}T00:00:00Z`) < from
}

/** Step 5: what is left of a limit of quantities, in thousandths. */
function quantityLeft(
  facts: Facts,
  tally: Tally,
  line: CoverLine,
  rule: RuleRow | undefined,
): number {
  const most = rule?.max_quantity ?? null
  if (rule === undefined || most === null || rule.per === null) return line.quantity
  const of_this_bill = tally.taken
    .filter((one) => sameThing(rule, one))
    .reduce((all, one) => all + one.quantity, 0)
  return Math.max(0, most - usedBefore(facts, rule) - of_this_bill)
}

function usedBefore(facts: Facts, rule: RuleRow): number {
  const before: readonly { code: string | null; category: string; quantity: number }[] =
    rule.per === 'LIFETIME'
      ? facts.ever
      : facts.uses.filter((use) => inPeriod(facts, rule.per, use))
  return before.filter((one) => sameThing(rule, one)).reduce((all, one) => all + one.quantity, 0)
}

const sameThing = (
  { code, category }: RuleRow,
  one: { code: string | null; category: string },
): boolean =>
  code !== null
    ? one.code?.toUpperCase() === code
    : category === null || one.category.toLowerCase() === category.toLowerCase()

function inPeriod(facts: Facts, per: Period | null, use: Use): boolean {
  if (!use.own) return false
  switch (per) {
    case 'VISIT':
      return use.visit_id !== null && use.visit_id === facts.visit_id
    case 'DAY':
      return use.service_date === facts.day
    case 'MONTH':
      return use.service_date.slice(0, 7) === facts.day.slice(0, 7)
    case 'YEAR':
      return use.service_date >= facts.year_from
    default:
      return true
  }
}

/** Step 9 (BIL-109): whether an approval is needed, which one there is, and what may be covered. */
function approval(
  facts: Facts,
  tally: Tally,
  line: CoverLine,
  rule: RuleRow | undefined,
  covered: number,
): {
  needed: boolean
  allowed: number
  unapproved: number
  awaits: boolean
  from: PreauthLeft | null
  quantity: number
} {
  const free = unapproved(facts.scheme, rule, tally, covered)
  const without = { from: null, quantity: 0 }
  if (free === null) {
    return { needed: false, allowed: covered, unapproved: 0, awaits: false, ...without }
  }
  const from = [...tally.preauths.values()].find(
    ({ code, quantity, amount }) => code === line.code?.toUpperCase() && quantity > 0 && amount > 0,
  )
  if (from !== undefined) {
    const { allowed, quantity } = approved(from, line.quantity, covered)
    const missing = covered - allowed
    return { needed: true, allowed, unapproved: missing, awaits: false, from, quantity }
  }
  if (facts.approval_may_follow) {
    return { needed: true, allowed: covered, unapproved: 0, awaits: true, ...without }
  }
  const allowed = Math.min(covered, free)
  return { needed: true, allowed, unapproved: covered - allowed, awaits: false, ...without }
}
