// Entries as they come in and go out (2.5).

import {
  optional,
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  Money,
  named,
  partial,
  QueryFlag,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { entry_kinds, entry_states, party_kinds } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { journal_lines, journal_entries } from '../tables.ts'

const journalLine = fieldsOf(journal_lines)
const journalEntry = fieldsOf(journal_entries)

/** As much as the books can hold, in words that name it. */
export const Amount = Object.assign({}, Money, {
  minimum: -90071992547409.91,
  maximum: 90071992547409.91,
  complaint: 'must be a number up to 90,071,992,547,409.91.',
})

export const BookDay = Object.assign({}, Day, { complaint: 'must be a date (YYYY-MM-DD).' })

export const LineInput = named(
  'EntryLineInput',
  form({
    account_id: Id,
    debit: optional(nullable(Amount)),
    credit: optional(nullable(Amount)),
    department: optional(nullable(Text(0, 120))),
    description: optional(nullable(Text(0, 300))),
    facility_id: optional(nullable(Id)),
    party_kind: optional(nullable(choice(party_kinds))),
    party_id: optional(nullable(Id)),
    tax_code: optional(nullable(Text(0, 20))),
    currency: optional(nullable(Text(0, 3))),
    foreign_amount: optional(nullable(Amount)),
  }),
)
export type LineInput = Static<typeof LineInput>

const Source = Object.assign({}, choice(['MANUAL', 'OPENING']), {
  complaint: 'must be MANUAL or OPENING.',
})
/** How many are too many is the rule's to say, in its own words. */
const Lines = Object.assign({}, listOf(LineInput, 100_000, 2), {
  complaint: 'needs at least two lines.',
})

const entry_fields = {
  entry_date: optional(nullable(BookDay)),
  source: optional(nullable(Source)),
  source_id: optional(nullable(Text(0, 60))),
  prior_year: optional(Flag),
}

export const EntryInput = named(
  'EntryInput',
  form({ memo: Text(1, 300), lines: Lines, post: optional(Flag), ...entry_fields }),
)
export type EntryInput = Static<typeof EntryInput>

export const EntryChange = named(
  'EntryChange',
  partial({ memo: Text(1, 300), lines: Lines, ...entry_fields }),
)
export type EntryChange = Static<typeof EntryChange>

export const Line = named(
  'EntryLine',
  shape({
    ...journalLine('id', 'line_no', 'account_id'),
    account_code: nullable(Text(0, 20)),
    account_name: Text(1, 120),
    ...journalLine('debit', 'credit', 'department', 'description', 'facility_id'),
    facility_name: Text(0, 120),
    ...journalLine('party_kind', 'party_id'),
    party_name: nullable(Text(0, 200)),
    ...journalLine('tax_code', 'currency', 'foreign_amount', 'automatic'),
    matched: Flag,
  }),
)
export type Line = Static<typeof Line>

export const EntryDocument = shape({
  kind: Text(1, 40),
  id: Text(1, 120),
  reference: Text(0, 60),
  path: Text(0, 200),
})

const brief = {
  id: Text(1, 36),
  reference: nullable(Text(1, 20)),
  status: choice(entry_states),
  ...journalEntry('kind', 'entry_date', 'memo', 'source', 'source_id'),
  document: nullable(EntryDocument),
  total: Amount,
  difference: Amount,
  posted_at: nullable(Text(24, 24)),
  posted_by_name: nullable(Text(0, 160)),
  ...journalEntry('approved_by_name', 'author_name', 'reverses_id'),
  reversed_by_id: nullable(Text(1, 36)),
  reverses_reference: nullable(Text(1, 20)),
  reversed_by_reference: nullable(Text(1, 20)),
  ...journalEntry('moved_from', 'lock_exception_id', 'prior_year'),
  chain_no: nullable(Whole(1)),
  hash: nullable(Text(64, 64)),
  previous_hash: nullable(Text(64, 64)),
  map_version: nullable(Whole(1)),
  version: Whole(1),
}

export const EntryBrief = named('EntryBrief', shape(brief))
export type EntryBrief = Static<typeof EntryBrief>

export const Entry = named(
  'Entry',
  shape({
    ...brief,
    discard_reason: nullable(Text(0, 300)),
    lines: listOf(Line, 6000),
    attachments: listOf(shape({ id: Text(1, 36), file_name: Text(0, 255) })),
    moves: optional(listOf(Text(1, 40))),
    /** What was left out of what was sent, and why (ACC-5). */
    dropped: optional(listOf(Text(1, 200))),
  }),
)
export type Entry = Static<typeof Entry>

export const EntryFilters = {
  status: optional(choice(entry_states)),
  kind: optional(choice(entry_kinds)),
  source: optional(Text(1, 40)),
  source_id: optional(Text(1, 120)),
  from: optional(BookDay),
  to: optional(BookDay),
  account_id: optional(Id),
  facility_id: optional(Id),
  department: optional(Text(1, 120)),
  party_id: optional(Id),
  min_amount: optional(Amount),
  max_amount: optional(Amount),
  author_id: optional(Id),
}

export const Why = form({ reason: Reason })
export const ReverseInput = form({ reason: Reason, date: optional(nullable(BookDay)) })
export const Reversed = named('ReversedEntry', shape({ entry: Entry, reversal: Entry }))
export const LedgerFilters = {
  from: optional(BookDay),
  to: optional(BookDay),
  facility_id: optional(Id),
  department: optional(Text(1, 120)),
  party_kind: optional(choice(party_kinds)),
  party_id: optional(Id),
  matched: optional(QueryFlag),
}

export const LedgerLine = named(
  'LedgerLine',
  shape({
    ...journalLine('id', 'entry_id'),
    reference: Text(1, 20),
    ...journalLine('entry_date', 'chain_no', 'line_no'),
    memo: Text(0, 300),
    source: Text(1, 40),
    ...journalLine('description', 'debit', 'credit'),
    /** The account's balance after this line, by its own sign. */
    balance: Amount,
    ...journalLine('facility_id', 'department', 'party_kind', 'party_id'),
    matched: Flag,
  }),
)
export type LedgerLine = Static<typeof LedgerLine>
