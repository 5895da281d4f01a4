// How the hospital handles money (billing 2.13): one row, made when something is first set. Money is
// in minor units; what is null counts as shipped.

import { flag, integer, json, maybe, money, ref, text } from '../../../store/columns.ts'
import { versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { TwoPerson } from './words.ts'

export const billing_policies = table(
  'billing_policies',
  {
    hospital_id: ref('hospitals'),
    use_drawers: maybe(flag()),
    blind_count: maybe(flag()),
    shift_difference_limit: maybe(money()),
    shortage_to: maybe(text(20)),
    max_drawer_cash: maybe(money()),
    denominations: maybe(json<number[]>()),
    keep_excess: maybe(flag()),
    auto_apply_deposits: maybe(flag()),
    after_credit: maybe(text(20)),
    pending_item_days: maybe(integer()),
    draft_bill_days: maybe(integer()),
    require_membership: maybe(flag()),
    inpatient_credit_limit: maybe(money()),
    waiver_self_limit: maybe(money()),
    credit_note_self_limit: maybe(money()),
    write_off_small_limit: maybe(money()),
    petty_cash_limit: maybe(money()),
    expense_second_limit: maybe(money()),
    two_person: maybe(json<TwoPerson>()),
    refund_people: maybe(integer()),
    reverse_days: maybe(integer()),
    fiscal_trigger: maybe(text(20)),
    fiscal_on_deposit: maybe(flag()),
    document_language: maybe(text(2)),
    receipt_paper: maybe(text(10)),
    show_decimals: maybe(flag()),
    reminder_days: maybe(json<number[]>()),
    walk_in_patient_id: maybe(ref('patients')),
    unpriced_charge: maybe(text(10)),
    ...versioned,
  },
  { key: ['hospital_id'] },
)
