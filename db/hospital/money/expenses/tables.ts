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
  maybe,
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
    number: maybe(code(40)),
    status: choice(expense_states),
    description: text(300),
    /** Null only while a draft (BIL-128). */
    amount: maybe(money()),
    category: choice(expense_categories),
    department: maybe(text(120)),
    method: maybe(choice(money_methods)),
    payee: maybe(text(160)),
    payee_key: maybe(key(160)),
    spent_on: day(),
    payee_tin: maybe(text(40)),
    payee_phone: maybe(text(40)),
    account_id: maybe(uuid()),
    tax_code: maybe(text(20)),
    wht_bp: maybe(integer()),
    budget_note: maybe(text(300)),
    attachment_ids: otherwise(json<string[]>(), () => []),
    net: nought(),
    tax: nought(),
    /** Of the tax, what the house claims back; the rest is a cost. */
    tax_claimed: nought(),
    wht: nought(),
    payable: nought(),
    requested_by_id: maybe(uuid()),
    requested_by_name: text(160),
    approved_by_id: maybe(uuid()),
    approved_by_name: maybe(text(160)),
    approved_at: maybe(instant()),
    second_approved_by_name: maybe(text(160)),
    paid_by_name: maybe(text(160)),
    paid_at: maybe(instant()),
    paid_on: maybe(day()),
    paid_account_id: maybe(uuid()),
    paid_account_name: maybe(text(160)),
    /** The drawer into which cash came back, where it was reversed. */
    paid_back_account_id: maybe(uuid()),
    shift_id: maybe(uuid()),
    reference: maybe(text(60)),
    budget: maybe(json<Checked>()),
    entry_references: otherwise(json<string[]>(), () => []),
    decision_note: maybe(text(300)),
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
