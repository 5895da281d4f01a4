// The policy of the area (2.13): what is set, and what counts where nothing is.

import type { Caller } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import { toMajor, toMinor } from '../../../core/kinds/money.ts'
import { mustBePlain } from '../../../core/kinds/plain-pattern.ts'
import { invalid } from '../../../core/refusal.ts'
import type { RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import { currency as currencyOf, hospitalOf } from '../../office/hospitals/hospitals.ts'
import type { PolicyInput, PolicyShown } from './shapes.ts'
import { billing_policies } from './tables.ts'
import { walkIn } from './walk-in.ts'
import {
  type ReferenceRule,
  shipped_denominations,
  shipped_references,
  shipped_two_person,
  without_decimals,
} from './words.ts'

type Row = RowOf<(typeof billing_policies)['columns']>
type Of = Pick<Caller, 'hospital_id'>

/** The same as people see it, with money in minor units. */
export type Policy = PolicyShown

const money_fields = [
  'shift_difference_limit',
  'waiver_self_limit',
  'credit_note_self_limit',
  'write_off_small_limit',
  'petty_cash_limit',
  'max_drawer_cash',
  'inpatient_credit_limit',
  'expense_second_limit',
] as const

export async function policyOf(caller: Of): Promise<Policy> {
  const { hospital_id } = caller
  const row = await billing_policies.find({ hospital_id })
  const { currency, language } = await hospitalOf(caller)
  const money = await currencyOf(caller)
  const minor = (major: number): number => toMinor(major, money, 'amount')
  return {
    ...shipped(minor),
    denominations: (shipped_denominations[currency] ?? []).map(minor),
    document_language: language,
    show_decimals: !without_decimals.includes(currency),
    ...set(row),
    two_person: { ...shipped_two_person, ...row?.two_person },
    reference_rules: merged(shipped_references, row?.reference_rules ?? []),
    walk_in_patient_id: row?.walk_in_patient_id ?? null,
    version: row?.version ?? 1,
  }
}

type Plain = Omit<
  Policy,
  | 'two_person'
  | 'reference_rules'
  | 'walk_in_patient_id'
  | 'version'
  | 'denominations'
  | 'document_language'
  | 'show_decimals'
>

const shipped = (minor: (major: number) => number): Plain => ({
  use_drawers: true,
  blind_count: true,
  shift_difference_limit: minor(5000),
  shortage_to: 'EXPENSE',
  max_drawer_cash: null,
  keep_excess: true,
  auto_apply_deposits: true,
  after_credit: 'DEPOSIT',
  pending_item_days: 7,
  draft_bill_days: 3,
  unpriced_charge: 'FLAG',
  require_membership: false,
  inpatient_credit_limit: null,
  waiver_self_limit: 0,
  credit_note_self_limit: 0,
  write_off_small_limit: 0,
  petty_cash_limit: minor(50_000),
  expense_second_limit: null,
  refund_people: 3,
  reverse_days: 30,
  fiscal_trigger: 'NONE',
  fiscal_on_deposit: false,
  receipt_paper: 'ROLL80',
  reminder_days: [7, 30, 60],
})

/** Only what somebody has set. */
function set(row: Row | undefined): Partial<Policy> {
  if (row === undefined) return {}
  const { hospital_id: _h, created_at: _c, updated_at: _u, ...kept } = row
  return Object.fromEntries(
    Object.entries(kept).filter(([, value]) => value !== null),
  ) as Partial<Policy>
}

export async function find(caller: Caller): Promise<PolicyShown> {
  await walkIn(caller)
  return shownPolicy(caller)
}

/** The same where nothing may be written: the walk-in patient is made by the first who asks. */
export async function shownPolicy(caller: Caller): Promise<PolicyShown> {
  const policy = await policyOf(caller)
  const money = await currencyOf(caller)
  const major = (amount: number): number => toMajor(amount, money)
  const shown = { ...policy, denominations: policy.denominations.map(major) }
  for (const field of money_fields) {
    const amount = policy[field]
    Object.assign(shown, { [field]: amount === null ? null : major(amount) })
  }
  return shown
}

export async function change(caller: Caller, input: PolicyInput): Promise<PolicyShown> {
  return within(async () => {
    await walkIn(caller)
    const { hospital_id } = caller
    const before = (await billing_policies.find({ hospital_id }, { lock: true })) as Row
    fresh(caller, before)
    const said = await read(caller, before, input)
    const changes = difference({ ...before }, said)
    if (changes !== undefined) {
      await billing_policies.change({ hospital_id }, said)
      record(caller, 'billing.policy', {
        entity_type: 'billing_policy',
        entity_id: hospital_id,
        changes,
      })
    }
    return find(caller)
  })
}

/** What is not named stays as it is; null goes back to what is shipped. */
function referenceRules(
  { reference_rules: kept }: Row,
  given: readonly ReferenceRule[] | null,
): ReferenceRule[] | null {
  if (given === null) return null
  for (const [at, { form }] of given.entries()) {
    if (form !== null) mustBePlain(`reference_rules[${at}].form`, form)
  }
  return merged(kept ?? [], given)
}

const merged = (
  before: readonly ReferenceRule[],
  now: readonly ReferenceRule[],
): ReferenceRule[] => [
  ...before.map((one) => now.findLast(({ method }) => method === one.method) ?? one),
  ...now.filter((one) => !before.some(({ method }) => method === one.method)),
]

async function read(caller: Caller, before: Row, input: PolicyInput): Promise<Partial<Row>> {
  const money = await currencyOf(caller)
  const { two_person, reference_rules, denominations, reminder_days, ...rest } = input
  const said: Record<string, unknown> = { ...rest }
  for (const field of money_fields) {
    const amount = input[field]
    if (typeof amount !== 'number') continue
    if (amount < 0) throw invalid(field, 'must not be negative.')
    said[field] = toMinor(amount, money, field)
  }
  if (denominations !== undefined) said['denominations'] = pieces(denominations)
  if (reminder_days !== undefined) said['reminder_days'] = reminder_days
  if (reference_rules !== undefined)
    said['reference_rules'] = referenceRules(before, reference_rules)
  if (two_person !== undefined) {
    said['two_person'] =
      two_person === null ? null : { ...shipped_two_person, ...before.two_person, ...two_person }
  }
  return said as Partial<Row>

  function pieces(given: readonly number[] | null): number[] | null {
    if (given === null) return null
    const values = given.map((value, at) => toMinor(value, money, `denominations[${at}]`))
    const wrong = values.findIndex((value, at) => value <= 0 || values.indexOf(value) !== at)
    if (wrong >= 0) throw invalid(`denominations[${wrong}]`, 'must be above 0, and there once.')
    return values.toSorted((a, b) => b - a)
  }
}
