// Tax rates and returns (2.8).

import {
  optional,
  choice,
  Decimal,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  named,
  partial,
  QueryFlag,
  type Static,
  shape,
  Text,
  nullAsAbsent,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { Month, Year } from '../budgets/shapes.ts'
import { Amount, BookDay } from '../entries/shapes.ts'
import { filing_states, fiscal_codes, tax_kinds, tax_states } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { tax_rates, filings } from './tables.ts'

const taxRate = fieldsOf(tax_rates)
const ofFiling = fieldsOf(filings)

const text = (max: number) => optional(nullable(Text(0, max)))
/** Judged by the rule: more than two decimals are told in the same words. */
const Percent = Decimal(-1e9, 1e9)

const rate_rest = {
  kind: optional(choice(tax_kinds)),
  active: optional(nullAsAbsent(Flag)),
  inclusive: optional(nullAsAbsent(Flag)),
  effective_from: optional(nullable(BookDay)),
  effective_to: optional(nullable(BookDay)),
  fiscal_code: optional(nullable(choice(fiscal_codes))),
  recoverable_pct: optional(Percent),
  liability_account_id: optional(nullable(Id)),
  input_account_id: optional(nullable(Id)),
  payment_methods: optional(nullable(listOf(Text(1, 40), 10))),
  notes: text(500),
}

export const TaxRateInput = named(
  'TaxRateInput',
  form({ code: Text(1, 20), name: Text(1, 120), rate: Percent, ...rate_rest }),
)
export type TaxRateInput = Static<typeof TaxRateInput>

export const TaxRateChange = named(
  'TaxRateChange',
  partial({ name: Text(1, 120), rate: Percent, ...rate_rest }),
)
export type TaxRateChange = Static<typeof TaxRateChange>

export const TaxRate = named(
  'TaxRate',
  shape({
    ...taxRate('id', 'code', 'name', 'kind'),
    rate: Decimal(0, 100),
    ...taxRate('inclusive', 'active', 'effective_from', 'effective_to', 'fiscal_code'),
    recoverable_pct: Decimal(0, 100),
    ...taxRate('liability_account_id', 'input_account_id'),
    payment_methods: listOf(Text(1, 40), 10),
    notes: nullable(Text(0, 500)),
    status: choice(tax_states),
    used: Whole(),
    version: Whole(1),
  }),
)
export type TaxRate = Static<typeof TaxRate>

export const TaxFilters = {
  kind: optional(choice(tax_kinds)),
  active: optional(QueryFlag),
  on: optional(BookDay),
  code: optional(Text(1, 20)),
}

export const FilingInput = named(
  'FilingInput',
  form({
    kind: Text(0, 40),
    period_year: Year,
    period_month: optional(nullable(Month)),
    due_on: BookDay,
    amount_due: Amount,
    notes: text(500),
  }),
)
export type FilingInput = Static<typeof FilingInput>

/** Kind and period do not change: what is sent of them is not read. */
export const FilingChange = named(
  'FilingChange',
  partial({ amount_due: Amount, due_on: BookDay, notes: nullable(Text(0, 500)) }),
)
export type FilingChange = Static<typeof FilingChange>

const PaperLine = shape({
  name: Text(0, 160),
  account_code: nullable(Text(0, 20)),
  base: nullable(Amount),
  amount: Amount,
})

const filing = {
  ...ofFiling('id', 'kind', 'period_year'),
  period_month: nullable(Whole(1, 12)),
  ...ofFiling('sequence', 'due_on', 'amount_due', 'notes', 'status'),
  overdue: Flag,
  overdue_days: nullable(Whole()),
  ...ofFiling('ledger_amount', 'difference', 'difference_reason', 'receipt_number'),
  ...ofFiling('receipt_attachment_id', 'payment_attachment_id'),
  ...ofFiling('filed_on', 'filed_by_name', 'payment_receipt_number', 'paid_on'),
  ...ofFiling('paid_amount', 'penalty', 'waive_reason', 'source', 'source_id', 'version'),
}

export const FilingBrief = named('FilingBrief', shape(filing))
export type FilingBrief = Static<typeof FilingBrief>
export const Filing = named(
  'Filing',
  shape({
    ...filing,
    lines: listOf(PaperLine, 1000),
    entry_references: listOf(Text(1, 20)),
    attachments: listOf(shape({ id: Text(1, 36), file_name: Text(0, 255) })),
    moves: optional(listOf(Text(1, 40))),
  }),
)
export type Filing = Static<typeof Filing>

export const FilingFilters = {
  status: optional(choice(filing_states)),
  kind: optional(Text(1, 40)),
  year: optional(Year),
  month: optional(Month),
  overdue: optional(QueryFlag),
  due_from: optional(BookDay),
  due_to: optional(BookDay),
}

export const FileInput = named(
  'FileInput',
  form({
    receipt_number: Text(0, 60),
    filed_on: optional(nullable(BookDay)),
    difference_reason: text(300),
    attachment_id: optional(nullable(Id)),
  }),
)
export type FileInput = Static<typeof FileInput>
export const PayInput = named(
  'FilingPayInput',
  form({
    receipt_number: Text(0, 60),
    account_id: Id,
    paid_on: optional(nullable(BookDay)),
    penalty: optional(nullable(Amount)),
    attachment_id: optional(nullable(Id)),
  }),
)
export type PayInput = Static<typeof PayInput>
export const WaiveInput = form({ reason: Text(0, 300) })
