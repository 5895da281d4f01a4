// The area's policy, in and out (2.13).

import {
  choice,
  Flag,
  listOf,
  nullable,
  Money,
  named,
  partial,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import {
  after_credits,
  fiscal_triggers,
  paper_languages,
  receipt_papers,
  reference_methods,
  shortage_ways,
  unpriced_ways,
} from './words.ts'

const two = {
  waiver: Flag,
  exemption: Flag,
  write_off: Flag,
  expense: Flag,
  credit_note: Flag,
  shift: Flag,
  payment_reverse: Flag,
  tariff: Flag,
}

const flags = {
  use_drawers: Flag,
  blind_count: Flag,
  keep_excess: Flag,
  auto_apply_deposits: Flag,
  require_membership: Flag,
  fiscal_on_deposit: Flag,
  show_decimals: Flag,
}
const limits = {
  shift_difference_limit: Money,
  waiver_self_limit: Money,
  credit_note_self_limit: Money,
  write_off_small_limit: Money,
  petty_cash_limit: Money,
}
const no_limit = {
  max_drawer_cash: nullable(Money),
  inpatient_credit_limit: nullable(Money),
  expense_second_limit: nullable(Money),
}
const words = {
  shortage_to: choice(shortage_ways),
  after_credit: choice(after_credits),
  unpriced_charge: choice(unpriced_ways),
  fiscal_trigger: choice(fiscal_triggers),
  document_language: choice(paper_languages),
  receipt_paper: choice(receipt_papers),
}
const numbers = {
  pending_item_days: Whole(0, 90),
  draft_bill_days: Whole(1, 90),
  refund_people: Whole(2, 3),
  reverse_days: Whole(0, 365),
  denominations: listOf(Money, 40),
  reminder_days: listOf(Whole(1, 3650), 10),
}
/** Of which methods a reference is wanted, and what it looks like. */
const ReferenceRule = shape({
  method: choice(reference_methods),
  required: Flag,
  form: nullable(Text(1, 100)),
})
const rules = { reference_rules: listOf(ReferenceRule, 4) }
const all = { ...rules, ...flags, ...limits, ...no_limit, ...words, ...numbers }

export const PolicyShown = named(
  'BillingPolicy',
  shape({
    ...all,
    two_person: shape(two),
    walk_in_patient_id: nullable(Text(1, 36)),
    version: Whole(1),
  }),
)
export type PolicyShown = Static<typeof PolicyShown>

const cleared = Object.fromEntries(
  Object.entries(all).map(([key, kind]) => [key, nullable(kind)]),
) as {
  [K in keyof typeof all]: ReturnType<typeof nullable<(typeof all)[K]>>
}

/** Absent leaves alone, null goes back to what is shipped. */
export const PolicyInput = named(
  'BillingPolicyInput',
  partial({ ...cleared, two_person: nullable(partial(two)) }),
)
export type PolicyInput = Static<typeof PolicyInput>
