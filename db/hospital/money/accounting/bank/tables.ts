// Bank statements and how they meet the ledger (2.10).

import {
  choice,
  code,
  day,
  id,
  instant,
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
import {
  import_states,
  reconciliation_states,
  statement_formats,
  statement_states,
} from '../words.ts'

export const statement_imports = table(
  'statement_imports',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    account_id: ref('accounts'),
    format: choice(statement_formats),
    file_name: text(255),
    sha256: code(64),
    from_date: nullable(day()),
    to_date: nullable(day()),
    opening_balance: nullable(money()),
    closing_balance: nullable(money()),
    line_count: integer(),
    new_count: integer(),
    duplicate_count: integer(),
    status: choice(import_states),
    discard_reason: nullable(text(300)),
    made_by_name: text(160),
    ...versioned,
  },
  {
    unique: [
      { columns: ['hospital_id', 'account_id', 'sha256'], only_where: "status = 'IMPORTED'" },
    ],
    indexes: [{ columns: ['hospital_id', 'created_at', 'id'] }],
  },
)

export interface CsvProfile {
  delimiter: string
  decimal: string
  date_format: string
  skip_rows: number
  columns: Record<string, string | number | undefined>
}

export const csv_profiles = table(
  'csv_profiles',
  { hospital_id: ref('hospitals'), account_id: ref('accounts'), profile: json<CsvProfile>() },
  { key: ['hospital_id', 'account_id'] },
)

export const statement_lines = table(
  'statement_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    account_id: ref('accounts'),
    value_date: day(),
    description: text(500),
    /** Above 0: money in. */
    amount: money(),
    bank_reference: nullable(text(120)),
    note: nullable(text(300)),
    status: choice(statement_states),
    ignore_reason: nullable(text(300)),
    import_id: nullable(ref('statement_imports')),
    line_index: integer(),
    /** What makes two lines one: account, day, amount, reference, words and place among equals. */
    fingerprint: code(64),
    matched_amount: otherwise(money(), 0),
    matched_at: nullable(instant()),
    reconciliation_id: nullable(uuid()),
    ...searched,
    ...versioned,
  },
  {
    search: ['description', 'bank_reference', 'note'],
    unique: [{ columns: ['hospital_id', 'fingerprint'] }],
    indexes: [{ columns: ['hospital_id', 'account_id', 'value_date', 'id'] }],
  },
)

/** So much of this statement line is so much of that ledger line. */
export const statement_matches = table(
  'statement_matches',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    statement_line_id: ref('statement_lines'),
    line_id: ref('journal_lines'),
    entry_id: ref('journal_entries'),
    amount: money(),
    matched_at: instant(),
    matched_by_name: text(160),
  },
  {
    unique: [{ columns: ['statement_line_id', 'line_id'] }],
    indexes: [{ columns: ['hospital_id', 'line_id'] }],
  },
)

export interface ReconciliationLists {
  outstanding_payments: ReconciliationItem[]
  uncleared_receipts: ReconciliationItem[]
}
export interface ReconciliationItem {
  line_id: string
  reference: string
  entry_date: string
  memo: string
  amount: number
}

export const reconciliations = table(
  'reconciliations',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    account_id: ref('accounts'),
    statement_date: day(),
    opening_balance: money(),
    closing_balance: money(),
    status: choice(reconciliation_states),
    /** Frozen when it is handed in. */
    book_balance: nullable(money()),
    adjusted_bank: nullable(money()),
    difference: nullable(money()),
    lists: nullable(json<ReconciliationLists>()),
    note: nullable(text(300)),
    made_by_name: text(160),
    submitted_at: nullable(instant()),
    submitted_by_id: nullable(uuid()),
    submitted_by_name: nullable(text(160)),
    decided_at: nullable(instant()),
    decided_by_name: nullable(text(160)),
    ...versioned,
  },
  {
    unique: [
      {
        columns: ['hospital_id', 'account_id', 'statement_date'],
        only_where: "status <> 'DISCARDED'",
      },
    ],
    indexes: [{ columns: ['hospital_id', 'account_id', 'statement_date'] }],
  },
)
