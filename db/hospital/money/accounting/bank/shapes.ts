// Bank statements as they come in and go out (2.10).

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
  some,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { languages } from '../../../office/hospitals/words.ts'
import { Amount, BookDay } from '../entries/shapes.ts'
import { import_states, reconciliation_states, statement_states } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { statement_lines, statement_imports, reconciliations } from './tables.ts'

const statementLine = fieldsOf(statement_lines)
const statementImport = fieldsOf(statement_imports)
const ofReconciliation = fieldsOf(reconciliations)

export const StatementLine = named(
  'StatementLine',
  shape({
    id: Text(1, 36),
    bank_account_id: Text(1, 36),
    ...statementLine('description', 'value_date', 'amount', 'bank_reference', 'note', 'status'),
    matched_amount: nullable(Amount),
    matched_at: nullable(Text(24, 24)),
    matched_entry_reference: nullable(Text(0, 200)),
    matched_line_id: nullable(Text(1, 36)),
    matches: listOf(shape({ line_id: Text(1, 36), entry_reference: Text(1, 20), amount: Amount })),
    ...statementLine('import_id', 'line_index'),
    suggestions: Whole(),
    ...statementLine('reconciliation_id', 'ignore_reason', 'version'),
  }),
)
export type StatementLine = Static<typeof StatementLine>

export const StatementFilters = {
  bank_account_id: optional(Id),
  status: optional(choice(statement_states)),
  from: optional(BookDay),
  to: optional(BookDay),
  min_amount: optional(Amount),
  max_amount: optional(Amount),
  import_id: optional(Id),
}

export const StatementImport = named(
  'StatementImport',
  shape({
    id: nullable(Text(1, 36)),
    bank_account_id: Text(1, 36),
    ...statementImport('format', 'file_name', 'sha256'),
    from: nullable(Text(10, 10)),
    to: nullable(Text(10, 10)),
    ...statementImport('opening_balance', 'closing_balance'),
    lines: Whole(),
    new: Whole(),
    duplicates: Whole(),
    status: choice(import_states),
    dry_run: Flag,
    preview: listOf(
      shape({
        ...statementLine('value_date', 'description', 'amount', 'bank_reference'),
      }),
      20,
    ),
  }),
)
export type StatementImport = Static<typeof StatementImport>

export const MatchInput = named(
  'MatchInput',
  form({
    lines: some(form({ line_id: Id, amount: optional(nullable(Amount)) }), 100),
    note: optional(nullable(Text(0, 300))),
  }),
)
export type MatchInput = Static<typeof MatchInput>
export const UnmatchInput = form({ line_id: optional(nullable(Id)) })

const item = shape({
  line_id: Text(1, 36),
  reference: Text(1, 20),
  entry_date: Text(10, 10),
  memo: Text(0, 300),
  amount: Amount,
})
const reconciliation = {
  id: Text(1, 36),
  bank_account_id: Text(1, 36),
  ...ofReconciliation('statement_date', 'opening_balance', 'closing_balance', 'status'),
  lines_total: Amount,
  book_balance: Amount,
  outstanding_payments: Amount,
  uncleared_receipts: Amount,
  adjusted_bank: Amount,
  difference: Amount,
  ...ofReconciliation('note', 'submitted_by_name'),
  approved_by_name: nullable(Text(0, 160)),
  version: Whole(1),
}
export const ReconciliationBrief = named('ReconciliationBrief', shape(reconciliation))
export type ReconciliationBrief = Static<typeof ReconciliationBrief>
export const Reconciliation = named(
  'Reconciliation',
  shape({
    ...reconciliation,
    outstanding: listOf(item, 10_000),
    uncleared: listOf(item, 10_000),
    moves: listOf(Text(1, 40)),
  }),
)
export type Reconciliation = Static<typeof Reconciliation>

export const ReconciliationAsked = partial({
  format: choice(['json', 'pdf']),
  lang: choice(languages),
})

export const ReconciliationFilters = {
  bank_account_id: optional(Id),
  status: optional(choice(reconciliation_states)),
}
export const ReconciliationInput = named(
  'ReconciliationInput',
  form({
    bank_account_id: Id,
    statement_date: BookDay,
    opening_balance: Amount,
    closing_balance: Amount,
  }),
)
export type ReconciliationInput = Static<typeof ReconciliationInput>
export const SubmitInput = form({ note: optional(nullable(Text(0, 300))) })
