// Reports that go beneath the statements: cash, ledgers, debts, budgets, VAT (5.9).

import {
  optional,
  choice,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  named,
  partial,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { Amount, BookDay } from '../entries/shapes.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { Footer, formats } from './shapes.ts'
import { account_kinds, party_kinds } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { journal_lines } from '../tables.ts'

const journalLine = fieldsOf(journal_lines)

const format = choice(formats)
const lang = choice(languages)
const Percent = nullable(Whole(-1_000_000_000, 1_000_000_000))
const account = { account_id: Text(1, 36), code: Text(0, 20), name: Text(0, 120) }
const days = { from: Text(10, 10), to: Text(10, 10) }

export const FlowAsked = partial({
  format,
  lang,
  from: BookDay,
  to: BookDay,
  method: choice(['direct', 'indirect']),
  facility_id: Id,
})
export type FlowAsked = Static<typeof FlowAsked>

export const flow_classes = [
  'RESULT',
  'NON_CASH',
  'WORKING_CAPITAL',
  'OPERATING',
  'INVESTING',
  'FINANCING',
  'OTHER',
] as const
export type FlowClass = (typeof flow_classes)[number]

export const CashFlow = named(
  'CashFlow',
  shape({
    ...days,
    method: choice(['direct', 'indirect']),
    facility_id: nullable(Text(1, 36)),
    sections: listOf(
      shape({
        class: choice(flow_classes),
        /** Money in above 0. */
        rows: listOf(shape({ ...account, amount: Amount }), 10_000),
        total: Amount,
      }),
      7,
    ),
    opening: Amount,
    change: Amount,
    closing: Amount,
    agrees: Flag,
    footer: Footer,
  }),
)
export type CashFlow = Static<typeof CashFlow>

const page_word = Object.assign(Whole(1), { complaint: 'must be a number from 1.' })
export const GeneralAsked = partial({
  format,
  lang,
  from: BookDay,
  to: BookDay,
  account_ids: Text(1, 8000),
  facility_id: Id,
  department: Text(1, 120),
  page: page_word,
  per_page: page_word,
})
export type GeneralAsked = Static<typeof GeneralAsked>

export const general_max = 5000

export const GeneralLedger = named(
  'GeneralLedger',
  shape({
    ...days,
    facility_id: nullable(Text(1, 36)),
    department: nullable(Text(0, 120)),
    accounts: listOf(
      shape({
        ...account,
        kind: choice(account_kinds),
        opening: Amount,
        debit: Amount,
        credit: Amount,
        closing: Amount,
        /** Begun on an earlier page; `brought` is the balance that came from there. */
        continued: Flag,
        brought: Amount,
        lines: listOf(
          shape({
            ...journalLine('entry_id', 'line_no'),
            reference: Text(1, 20),
            entry_date: Text(10, 10),
            memo: Text(0, 300),
            ...journalLine('description', 'department', 'debit', 'credit'),
            balance: Amount,
          }),
          general_max,
        ),
      }),
      general_max,
    ),
    meta: shape({
      current_page: Whole(1),
      per_page: Whole(1),
      last_page: Whole(1),
      total: Whole(),
    }),
    footer: Footer,
  }),
)
export type GeneralLedger = Static<typeof GeneralLedger>

export const DebtsAsked = partial({
  format,
  lang,
  as_of: BookDay,
  party_kind: choice(party_kinds),
  facility_id: Id,
})
export type DebtsAsked = Static<typeof DebtsAsked>
export const OwedAsked = partial({ format, lang, as_of: BookDay })

export const ages = [
  'current',
  'days_1_30',
  'days_31_60',
  'days_61_90',
  'days_91_180',
  'over_180',
] as const
export type Age = (typeof ages)[number]

const aged = {
  current: Amount,
  days_1_30: Amount,
  days_31_60: Amount,
  days_61_90: Amount,
  days_91_180: Amount,
  over_180: Amount,
  total: Amount,
}
export const debtors_max = 5000
const DebtGroup = shape({
  grouping: Text(1, 40),
  accounts: listOf(shape(account), 10_000),
  rows: listOf(
    shape({
      party_kind: nullable(choice(party_kinds)),
      party_id: nullable(Text(1, 36)),
      name: Text(0, 300),
      ...aged,
    }),
    debtors_max + 1,
  ),
  totals: shape(aged),
  /** What the accounts hold on that day; equal to the total where every debt is known. */
  ledger: Amount,
  difference: Amount,
})
export const AgedDebts = named(
  'AgedDebts',
  shape({
    as_of: Text(10, 10),
    facility_id: nullable(Text(1, 36)),
    groups: listOf(DebtGroup, 20),
    totals: shape(aged),
    /** What was paid before it was owed: apart from the debts. */
    credits: listOf(DebtGroup, 20),
    footer: Footer,
  }),
)
export type AgedDebts = Static<typeof AgedDebts>

export const BudgetActualAsked = form({
  format: optional(format),
  year: Whole(1900, 2998),
  month: optional(Object.assign(Whole(1, 12), { complaint: 'must be 1 to 12.' })),
  department: optional(Text(1, 120)),
  facility_id: optional(Id),
})
export type BudgetActualAsked = Static<typeof BudgetActualAsked>

const planned = {
  amount: Amount,
  actual: Amount,
  committed: Amount,
  variance: Amount,
  used_pct: Percent,
}
export const BudgetActual = named(
  'BudgetActual',
  shape({
    year: Whole(),
    month: nullable(Whole(1, 12)),
    department: nullable(Text(0, 120)),
    facility_id: nullable(Text(1, 36)),
    rows: listOf(
      shape({
        ...account,
        kind: choice(account_kinds),
        heading_code: Text(0, 20),
        heading_name: Text(0, 120),
        ...planned,
      }),
      10_000,
    ),
    headings: listOf(
      shape({ code: Text(0, 20), name: Text(0, 120), kind: choice(account_kinds), ...planned }),
      10_000,
    ),
    footer: Footer,
  }),
)
export type BudgetActual = Static<typeof BudgetActual>

export const VatAsked = form({
  format: optional(format),
  year: Whole(1900, 2998),
  month: Object.assign(Whole(1, 12), { complaint: 'must be 1 to 12.' }),
})
export type VatAsked = Static<typeof VatAsked>

export const VatReturn = named(
  'VatReturn',
  shape({
    year: Whole(),
    month: Whole(1, 12),
    output: listOf(
      shape({
        tax_code: Text(0, 20),
        name: Text(0, 120),
        rate: nullable(Amount),
        base: Amount,
        tax: Amount,
        credit_note_base: Amount,
        credit_note_tax: Amount,
      }),
      1000,
    ),
    input: listOf(
      shape({
        tax_code: Text(0, 20),
        name: Text(0, 120),
        rate: nullable(Amount),
        recoverable_pct: nullable(Amount),
        base: Amount,
        tax: Amount,
      }),
      1000,
    ),
    output_tax: Amount,
    input_tax: Amount,
    ledger_amount: Amount,
    filing: nullable(
      shape({ id: Text(1, 36), status: Text(1, 20), amount_due: Amount, difference: Amount }),
    ),
    footer: Footer,
  }),
)
export type VatReturn = Static<typeof VatReturn>
