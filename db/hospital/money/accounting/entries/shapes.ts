// Entries as they come in and go out (2.5).

import {
  asked,
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  maybe,
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
    debit: asked(maybe(Amount)),
    credit: asked(maybe(Amount)),
    department: asked(maybe(Text(0, 120))),
    description: asked(maybe(Text(0, 300))),
    facility_id: asked(maybe(Id)),
    party_kind: asked(maybe(choice(party_kinds))),
    party_id: asked(maybe(Id)),
    tax_code: asked(maybe(Text(0, 20))),
    currency: asked(maybe(Text(0, 3))),
    foreign_amount: asked(maybe(Amount)),
  }),
)
export type LineInput = Static<typeof LineInput>

const Source = Object.assign({}, choice(['MANUAL', 'OPENING']), {
  complaint: 'must be MANUAL or OPENING.',
})
const Lines = Object.assign({}, listOf(LineInput, 5000, 2), {
  complaint: 'needs at least two lines.',
})

const entry_fields = {
  entry_date: asked(maybe(BookDay)),
  source: asked(maybe(Source)),
  source_id: asked(maybe(Text(0, 60))),
  prior_year: asked(Flag),
}

export const EntryInput = named(
  'EntryInput',
  form({ memo: Text(3, 300), lines: Lines, post: asked(Flag), ...entry_fields }),
)
export type EntryInput = Static<typeof EntryInput>

export const EntryChange = named(
  'EntryChange',
  partial({ memo: Text(3, 300), lines: Lines, ...entry_fields }),
)
export type EntryChange = Static<typeof EntryChange>

export const Line = named(
  'EntryLine',
  shape({
    id: Text(0, 36),
    line_no: Whole(1),
    account_id: Text(1, 36),
    account_code: maybe(Text(0, 20)),
    account_name: Text(1, 120),
    debit: Amount,
    credit: Amount,
    department: maybe(Text(0, 120)),
    description: maybe(Text(0, 300)),
    facility_id: Text(1, 36),
    facility_name: Text(0, 120),
    party_kind: maybe(choice(party_kinds)),
    party_id: maybe(Text(1, 36)),
    party_name: maybe(Text(0, 200)),
    tax_code: maybe(Text(0, 20)),
    currency: maybe(Text(0, 3)),
    foreign_amount: maybe(Amount),
    automatic: Flag,
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
  reference: maybe(Text(1, 20)),
  status: choice(entry_states),
  kind: choice(entry_kinds),
  entry_date: Text(10, 10),
  memo: Text(0, 300),
  source: Text(1, 40),
  source_id: maybe(Text(0, 120)),
  document: maybe(EntryDocument),
  total: Amount,
  difference: Amount,
  posted_at: maybe(Text(24, 24)),
  posted_by_name: maybe(Text(0, 160)),
  approved_by_name: maybe(Text(0, 160)),
  author_name: Text(0, 160),
  reverses_id: maybe(Text(1, 36)),
  reversed_by_id: maybe(Text(1, 36)),
  reverses_reference: maybe(Text(1, 20)),
  reversed_by_reference: maybe(Text(1, 20)),
  moved_from: maybe(Text(10, 10)),
  lock_exception_id: maybe(Text(1, 36)),
  prior_year: Flag,
  chain_no: maybe(Whole(1)),
  hash: maybe(Text(64, 64)),
  previous_hash: maybe(Text(64, 64)),
  map_version: maybe(Whole(1)),
  version: Whole(1),
}

export const EntryBrief = named('EntryBrief', shape(brief))
export type EntryBrief = Static<typeof EntryBrief>

export const Entry = named(
  'Entry',
  shape({
    ...brief,
    discard_reason: maybe(Text(0, 300)),
    lines: listOf(Line, 6000),
    attachments: listOf(shape({ id: Text(1, 36), file_name: Text(0, 255) })),
    moves: asked(listOf(Text(1, 40))),
    /** What was left out of what was sent, and why (ACC-5). */
    dropped: asked(listOf(Text(1, 200))),
  }),
)
export type Entry = Static<typeof Entry>

export const EntryFilters = {
  status: asked(choice(entry_states)),
  kind: asked(choice(entry_kinds)),
  source: asked(Text(1, 40)),
  source_id: asked(Text(1, 120)),
  from: asked(BookDay),
  to: asked(BookDay),
  account_id: asked(Id),
  facility_id: asked(Id),
  department: asked(Text(1, 120)),
  party_id: asked(Id),
  min_amount: asked(Amount),
  max_amount: asked(Amount),
  author_id: asked(Id),
}

export const Why = form({ reason: Reason })
export const ReverseInput = form({ reason: Reason, date: asked(maybe(BookDay)) })
export const Reversed = named('ReversedEntry', shape({ entry: Entry, reversal: Entry }))
export const LedgerFilters = {
  from: asked(BookDay),
  to: asked(BookDay),
  facility_id: asked(Id),
  department: asked(Text(1, 120)),
  party_kind: asked(choice(party_kinds)),
  party_id: asked(Id),
  matched: asked(QueryFlag),
}

export const LedgerLine = named(
  'LedgerLine',
  shape({
    id: Text(1, 36),
    entry_id: Text(1, 36),
    reference: Text(1, 20),
    entry_date: Text(10, 10),
    chain_no: Whole(1),
    line_no: Whole(1),
    memo: Text(0, 300),
    source: Text(1, 40),
    description: maybe(Text(0, 300)),
    debit: Amount,
    credit: Amount,
    /** The account's balance after this line, by its own sign. */
    balance: Amount,
    facility_id: Text(1, 36),
    department: maybe(Text(0, 120)),
    party_kind: maybe(choice(party_kinds)),
    party_id: maybe(Text(1, 36)),
    matched: Flag,
  }),
)
export type LedgerLine = Static<typeof LedgerLine>
