// How the hospital handles money (billing 2.13): one row, made when something is first set. Money is
// in minor units; what is null counts as shipped.

import { flag, integer, json, nullable, money, ref, text } from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { ReferenceRule, TwoPerson } from './words.ts'

export const billing_policies = table(
  'billing_policies',
  {
    hospital_id: ref('hospitals'),
    use_drawers: nullable(flag()),
    blind_count: nullable(flag()),
    shift_difference_limit: nullable(money()),
    shortage_to: nullable(text(20)),
    max_drawer_cash: nullable(money()),
    denominations: nullable(json<number[]>()),
    keep_excess: nullable(flag()),
    auto_apply_deposits: nullable(flag()),
    after_credit: nullable(text(20)),
    pending_item_days: nullable(integer()),
    draft_bill_days: nullable(integer()),
    require_membership: nullable(flag()),
    inpatient_credit_limit: nullable(money()),
    waiver_self_limit: nullable(money()),
    credit_note_self_limit: nullable(money()),
    write_off_small_limit: nullable(money()),
    petty_cash_limit: nullable(money()),
    expense_second_limit: nullable(money()),
    two_person: nullable(json<TwoPerson>()),
    reference_rules: nullable(json<ReferenceRule[]>()),
    refund_people: nullable(integer()),
    reverse_days: nullable(integer()),
    fiscal_trigger: nullable(text(20)),
    fiscal_on_deposit: nullable(flag()),
    document_language: nullable(text(2)),
    receipt_paper: nullable(text(10)),
    show_decimals: nullable(flag()),
    reminder_days: nullable(json<number[]>()),
    walk_in_patient_id: nullable(ref('patients')),
    unpriced_charge: nullable(text(10)),
    ...versioned,
  },
  { key: ['hospital_id'] },
)
