// The books. What is posted is only ever added: a reversal is another entry, and whether an entry
// is reversed is known from the one that names it (ACC-105).

import {
  big,
  choice,
  code,
  day,
  flag,
  id,
  instant,
  integer,
  json,
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
import type { LostNumbers } from '../../registry.ts'
import type { PostingMap } from './chart/default-map.ts'
import type { SecondApprover } from './years/second-approver.ts'
import {
  account_kinds,
  account_roles,
  entry_kinds,
  party_kinds,
  statement_sections,
  year_states,
} from './words.ts'

export const accounts = table(
  'accounts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: nullable(code(20)),
    name: text(120),
    kind: choice(account_kinds),
    role: choice(account_roles),
    parent_id: nullable(ref('accounts')),
    active: otherwise(flag(), true),
    is_bank: otherwise(flag(), false),
    grouping: nullable(code(40)),
    notes: nullable(text(500)),
    sort_order: integer(),
    statement_section: nullable(choice(statement_sections)),
    /** Only of a funding account in another currency. */
    currency: nullable(code(3)),
    /** Of a drawer's account. */
    facility_id: nullable(ref('facilities')),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'code'] }] },
)

/** One row a hospital: how the books are kept. `stamp` moves with chart, map and years. */
export const accounting_preferences = table(
  'accounting_preferences',
  {
    hospital_id: ref('hospitals'),
    stamp: uuid(),
    map_version: integer(),
    allow_negative_funding: otherwise(flag(), false),
    cash_group_id: nullable(ref('accounts')),
    lock_date: nullable(day()),
    tax_lock_date: nullable(day()),
    default_department: text(120),
    second_approver: json<SecondApprover>(),
    filing_must_equal_ledger: otherwise(flag(), true),
    drawings_to_retained: otherwise(flag(), false),
    show_contract_difference: otherwise(flag(), false),
    reconcile_tolerance_days: otherwise(integer(), 5),
    ...versioned,
  },
  { key: ['hospital_id'] },
)

/** Each change of the map is another version; entries keep the one they used (2.4). */
export const posting_maps = table(
  'posting_maps',
  {
    hospital_id: ref('hospitals'),
    version: integer(),
    map: json<PostingMap>(),
    made_at: instant(),
    made_by_name: text(160),
  },
  { key: ['hospital_id', 'version'], append_only: true },
)

/** The last link of the chain (ACC-14); its row is the lock that puts postings in order. */
export const ledger_heads = table(
  'ledger_heads',
  {
    hospital_id: ref('hospitals'),
    chain_no: big(),
    hash: code(64),
    /** What all entries together have moved: no sum of the books is greater. */
    turnover: nought(),
  },
  { key: ['hospital_id'] },
)

export const entry_series = table(
  'entry_series',
  {
    hospital_id: ref('hospitals'),
    year: integer(),
    last_number: integer(),
    /** Given, and left behind by a restore (OPS-129). */
    lost: nullable(json<LostNumbers[]>()),
  },
  { key: ['hospital_id', 'year'] },
)

export interface DraftLine {
  account_id: string
  debit: number
  credit: number
  facility_id: string
  department: string | null
  description: string | null
  party_kind: (typeof party_kinds)[number] | null
  party_id: string | null
  tax_code: string | null
  currency: string | null
  foreign_amount: number | null
}

/** Written and not yet posted; what is posted leaves this table under the same id. */
export const entry_drafts = table(
  'entry_drafts',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    discarded: otherwise(flag(), false),
    discard_reason: nullable(text(300)),
    kind: choice(entry_kinds),
    entry_date: day(),
    memo: text(300),
    source: code(40),
    source_id: nullable(text(60)),
    lines: json<DraftLine[]>(),
    debit: money(),
    credit: money(),
    prior_year: otherwise(flag(), false),
    author_id: nullable(uuid()),
    author_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['memo'],
    indexes: [{ columns: ['hospital_id', 'entry_date', 'id'] }],
  },
)

export interface EntryDocument {
  kind: string
  id: string
  reference: string
  path: string
}

export const journal_entries = table(
  'journal_entries',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    chain_no: big(),
    reference: code(20),
    kind: choice(entry_kinds),
    entry_date: day(),
    memo: text(300),
    source: code(40),
    source_id: nullable(code(120)),
    document: nullable(json<EntryDocument>()),
    total: money(),
    line_count: integer(),
    posted_at: instant(),
    posted_by_id: nullable(uuid()),
    posted_by_name: text(160),
    author_id: nullable(uuid()),
    author_name: text(160),
    approved_by_name: nullable(text(160)),
    reverses_id: nullable(ref('journal_entries')),
    reason: nullable(text(300)),
    moved_from: nullable(day()),
    lock_exception_id: nullable(uuid()),
    prior_year: otherwise(flag(), false),
    map_version: integer(),
    previous_hash: code(64),
    hash: code(64),
    ...searched,
  },
  {
    append_only: true,
    search: ['reference', 'memo'],
    unique: [
      { columns: ['hospital_id', 'chain_no'] },
      { columns: ['hospital_id', 'reference'] },
      {
        columns: ['hospital_id', 'source', 'source_id'],
        only_where: "source not in ('MANUAL', 'OPENING')",
      },
      { columns: ['hospital_id', 'reverses_id'], only_where: 'reverses_id is not null' },
    ],
    indexes: [
      { columns: ['hospital_id', 'entry_date', 'id'] },
      { columns: ['hospital_id', 'moved_from'], only_where: 'moved_from is not null' },
    ],
  },
)

export const journal_lines = table(
  'journal_lines',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    entry_id: ref('journal_entries'),
    line_no: integer(),
    /** Of the entry: an account's ledger is read without it. */
    chain_no: big(),
    entry_date: day(),
    closing: flag(),
    account_id: ref('accounts'),
    facility_id: ref('facilities'),
    debit: money(),
    credit: money(),
    department: nullable(text(120)),
    description: nullable(text(300)),
    party_kind: nullable(choice(party_kinds)),
    party_id: nullable(uuid()),
    tax_code: nullable(code(20)),
    currency: nullable(code(3)),
    foreign_amount: nullable(money()),
    automatic: otherwise(flag(), false),
  },
  {
    append_only: true,
    unique: [{ columns: ['entry_id', 'line_no'] }],
    indexes: [
      // An account's ledger and its running balance are read from this index alone.
      {
        columns: [
          'hospital_id',
          'account_id',
          'entry_date',
          'chain_no',
          'line_no',
          'debit',
          'credit',
        ],
      },
      // Sums of days amid months are read from this index alone.
      {
        columns: [
          'hospital_id',
          'entry_date',
          'account_id',
          'facility_id',
          'department',
          'closing',
          'debit',
          'credit',
        ],
      },
      {
        columns: ['hospital_id', 'tax_code', 'entry_date'],
        only_where: 'tax_code is not null',
      },
      {
        columns: ['hospital_id', 'party_id', 'account_id'],
        only_where: 'party_id is not null',
      },
    ],
  },
)

/** Sums of the lines by month: a balance reads these and the lines of one month at most. */
export const ledger_totals = table(
  'ledger_totals',
  {
    hospital_id: ref('hospitals'),
    account_id: ref('accounts'),
    month: code(7),
    facility_id: ref('facilities'),
    /** Empty where the lines carry none. */
    department: text(120),
    closing: flag(),
    debit: money(),
    credit: money(),
    line_count: integer(),
  },
  { key: ['hospital_id', 'account_id', 'month', 'facility_id', 'department', 'closing'] },
)

export interface Awaiting {
  kind: 'CLOSE' | 'REOPEN'
  plan: string | null
  asked_by_id: string | null
  asked_by_name: string
  at: string
  accepted: string[]
  reason: string | null
}

export interface Closing {
  by_name: string
  at: string
  until: string
}

export const fiscal_years = table(
  'fiscal_years',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    name: text(40),
    starts_on: day(),
    ends_on: day(),
    status: choice(year_states),
    close_version: otherwise(integer(), 0),
    result: nullable(money()),
    closed_at: nullable(instant()),
    closed_by_id: nullable(uuid()),
    closed_by_name: nullable(text(160)),
    approved_by_name: nullable(text(160)),
    close_plan: nullable(code(64)),
    awaiting: nullable(json<Awaiting>()),
    /** Somebody closes it now; what is older than its `until` was cut off and stands for nothing. */
    closing: nullable(json<Closing>()),
    certificate_number: nullable(code(60)),
    certificate_sha256: nullable(code(64)),
    lock_date_before: nullable(day()),
    sealed_by_name: nullable(text(160)),
    auditor: nullable(text(160)),
    sealed_on: nullable(day()),
    ...versioned,
  },
  {
    unique: [{ columns: ['hospital_id', 'name'] }, { columns: ['hospital_id', 'starts_on'] }],
  },
)

export interface CloseSnapshot {
  /** account|branch|department and debit less credit to the last day, sorted. */
  totals: [key: string, net: number][]
}

/** A close of a year, and its papers; a later version follows a reopening. */
export const fiscal_closes = table(
  'fiscal_closes',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    fiscal_year_id: ref('fiscal_years'),
    close_version: integer(),
    plan: code(64),
    accepted: json<string[]>(),
    reason: nullable(text(300)),
    result: money(),
    snapshot: json<CloseSnapshot>(),
    snapshot_hash: code(64),
    entry_references: json<{ reference: string; facility: string; lines: number }[]>(),
    lock_date_before: nullable(day()),
    lock_date: nullable(day()),
    backup: nullable(text(200)),
    certificate_number: code(60),
    certificate: json<Record<string, unknown>>(),
    certificate_sha256: code(64),
    closed_at: instant(),
    closed_by_name: text(160),
    approved_by_name: nullable(text(160)),
    superseded_at: nullable(instant()),
    reopened_reason: nullable(text(300)),
  },
  { unique: [{ columns: ['fiscal_year_id', 'close_version'] }] },
)

/** How far the chain was proven: the next proof goes on from there. */
export const ledger_proofs = table(
  'ledger_proofs',
  { hospital_id: ref('hospitals'), chain_no: big(), hash: code(64), proven_at: instant() },
  { key: ['hospital_id'] },
)
