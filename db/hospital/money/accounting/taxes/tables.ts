// Tax rates and the returns that are filed (2.8).

import {
  choice,
  code,
  day,
  flag,
  id,
  integer,
  json,
  nullable,
  money,
  otherwise,
  ref,
  text,
  uuid,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { filing_rhythms, filing_states, fiscal_codes, tax_kinds } from '../words.ts'

export const tax_rates = table(
  'tax_rates',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    /** In capitals; as it was typed where that differs. */
    code: code(20),
    code_typed: nullable(text(20)),
    name: text(120),
    kind: choice(tax_kinds),
    /** Basis points. */
    rate_bp: integer(),
    inclusive: otherwise(flag(), false),
    active: otherwise(flag(), true),
    effective_from: day(),
    effective_to: nullable(day()),
    fiscal_code: nullable(choice(fiscal_codes)),
    recoverable_bp: otherwise(integer(), 0),
    liability_account_id: nullable(ref('accounts')),
    input_account_id: nullable(ref('accounts')),
    payment_methods: json<string[]>(),
    /** The methods as one word: part of the key, empty for all. */
    methods_key: code(120),
    notes: nullable(text(500)),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'code', 'effective_from', 'methods_key'] }],
  },
)

export const filing_kinds = table(
  'filing_kinds',
  {
    hospital_id: ref('hospitals'),
    kind: code(40),
    name: text(120),
    every: choice(filing_rhythms),
    due_day: integer(),
    due_month_offset: integer(),
    account_ids: json<string[]>(),
    auto: otherwise(flag(), false),
    active: otherwise(flag(), true),
  },
  { key: ['hospital_id', 'kind'] },
)

export interface PaperLine {
  name: string
  account_code: string | null
  base: number | null
  amount: number
}

export const filings = table(
  'filings',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    /** In capitals; as it was typed where that differs. */
    kind: code(40),
    kind_typed: nullable(text(40)),
    period_year: integer(),
    /** 0 for a year or quarter without a month, so that the key holds it. */
    period_month: integer(),
    sequence: integer(),
    due_on: day(),
    amount_due: money(),
    notes: nullable(text(500)),
    status: choice(filing_states),
    ledger_amount: nullable(money()),
    difference: nullable(money()),
    difference_reason: nullable(text(300)),
    receipt_number: nullable(text(60)),
    /** The authority's receipts, among the files of the return. */
    receipt_attachment_id: nullable(uuid()),
    filed_on: nullable(day()),
    filed_by_name: nullable(text(160)),
    payment_receipt_number: nullable(text(60)),
    payment_attachment_id: nullable(uuid()),
    paid_on: nullable(day()),
    paid_amount: nullable(money()),
    penalty: nullable(money()),
    waive_reason: nullable(text(300)),
    amend_reason: nullable(text(300)),
    source: nullable(code(40)),
    source_id: nullable(text(60)),
    lines: json<PaperLine[]>(),
    made_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['kind', 'receipt_number', 'notes'],
    unique: [
      { columns: ['hospital_id', 'kind', 'period_year', 'period_month', 'sequence'] },
      {
        columns: ['hospital_id', 'kind', 'period_year', 'period_month'],
        only_where: "status <> 'AMENDED'",
      },
    ],
    indexes: [{ columns: ['hospital_id', 'due_on', 'id'] }],
  },
)
