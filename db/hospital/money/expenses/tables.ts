// What the hospital spends beside purchasing and pay (2.11). In minor units, rates in hundredths of a
// percent.

import {
  choice,
  code,
  day,
  id,
  instant,
  integer,
  json,
  key,
  nullable,
  money,
  nought,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../store/columns.ts'
import { searched, versioned } from '../../../store/stamps.ts'
import { table } from '../../../store/table.ts'
import type { Checked } from '../accounting/budgets/commitments.ts'
import { money_methods } from '../billing/payments/words.ts'
import { expense_categories, expense_states } from './words.ts'

export const expenses = table(
  'expenses',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    /** From APPROVED on. */
    number: nullable(code(40)),
    status: choice(expense_states),
    description: text(300),
    /** Null only while a draft (BIL-128). */
    amount: nullable(money()),
    category: choice(expense_categories),
    department: nullable(text(120)),
    method: nullable(choice(money_methods)),
    /** As typed, where it is none of these. */
    method_typed: nullable(text(40)),
    payee: nullable(text(160)),
    payee_key: nullable(key(160)),
    spent_on: day(),
    payee_tin: nullable(text(40)),
    payee_phone: nullable(text(40)),
    account_id: nullable(uuid()),
    tax_code: nullable(text(20)),
    wht_bp: nullable(integer()),
    budget_note: nullable(text(300)),
    attachment_ids: otherwise(json<string[]>(), () => []),
    net: nought(),
    tax: nought(),
    /** Of the tax, what the house claims back; the rest is a cost. */
    tax_claimed: nought(),
    wht: nought(),
    payable: nought(),
    requested_by_id: nullable(uuid()),
    requested_by_name: text(160),
    approved_by_id: nullable(uuid()),
    approved_by_name: nullable(text(160)),
    approved_at: nullable(instant()),
    second_approved_by_name: nullable(text(160)),
    paid_by_name: nullable(text(160)),
    paid_at: nullable(instant()),
    paid_on: nullable(day()),
    paid_account_id: nullable(uuid()),
    paid_account_name: nullable(text(160)),
    /** The branch of the drawer that paid (BIL-53). */
    paid_facility_id: nullable(uuid()),
    /** The drawer into which cash came back, where it was reversed. */
    paid_back_account_id: nullable(uuid()),
    /** Its branch. */
    paid_back_facility_id: nullable(uuid()),
    shift_id: nullable(uuid()),
    reference: nullable(text(60)),
    budget: nullable(json<Checked>()),
    entry_references: otherwise(json<string[]>(), () => []),
    decision_note: nullable(text(300)),
    ...searched,
    ...versioned,
  },
  {
    search: ['number', 'description', 'payee'],
    unique: [{ columns: ['hospital_id', 'number'], only_where: 'number is not null' }],
    indexes: [
      { columns: ['hospital_id', 'spent_on', 'id'] },
      { columns: ['hospital_id', 'payee_key', 'spent_on'], only_where: 'payee_key is not null' },
      { columns: ['hospital_id', 'requested_by_id'], only_where: 'requested_by_id is not null' },
    ],
  },
)
