// Entries as they are shown: drafts and posted ones in one list.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { attachmentsOf } from '../../../office/attachments/attachments.ts'
import { booksOf } from '../books.ts'
import type { EntryRow, LineRow } from '../posting/chain.ts'
import { entry_life, noSuchEntry } from './life.ts'
import type { Entry, EntryBrief, Line } from './shapes.ts'
import { matchedOf } from '../bank/matched.ts'
import { facilityNames, partyNames } from '../reports/parties.ts'
import { linesOf } from '../posting/post.ts'
import { entry_drafts, journal_entries } from '../tables.ts'
import type { EntryState } from '../words.ts'

export type DraftRow = RowOf<(typeof entry_drafts)['columns']>

interface Links {
  reversed_by: Map<string, { id: string; reference: string }>
  reverses: Map<string, string>
}

/** Which of these are reversed, by what, and what they reverse: two statements for any number. */
export async function linksOf(hospital_id: string, found: readonly EntryRow[]): Promise<Links> {
  const ids = found.map(({ id }) => id)
  const reversals = await rows<{ id: string; reference: string; reverses_id: string }>(
    sql`select id, reference, reverses_id from journal_entries
      where hospital_id = ${hospital_id} and reverses_id${oneOf(ids)} and reverses_id is not null`,
  )
  const named = found.flatMap(({ reverses_id }) => (reverses_id === null ? [] : [reverses_id]))
  const firsts =
    named.length === 0
      ? []
      : await rows<{ id: string; reference: string }>(
          sql`select id, reference from journal_entries where id${oneOf(named)}`,
        )
  return {
    reversed_by: new Map(reversals.map(({ reverses_id, ...by }) => [reverses_id, by])),
    reverses: new Map(firsts.map(({ id, reference }) => [id, reference])),
  }
}

type Major = (minor: number) => number

export function briefOfEntry(entry: EntryRow, links: Links, major: Major): EntryBrief {
  const by = links.reversed_by.get(entry.id)
  return {
    ...entry,
    status: by === undefined ? 'POSTED' : 'REVERSED',
    total: major(entry.total),
    difference: 0,
    reversed_by_id: by?.id ?? null,
    reversed_by_reference: by?.reference ?? null,
    reverses_reference: links.reverses.get(entry.reverses_id ?? '') ?? null,
    version: 1,
  }
}

export function briefOfDraft(draft: DraftRow, major: Major): EntryBrief {
  return {
    ...draft,
    ...never_yet,
    status: draft.discarded ? 'DISCARDED' : 'DRAFT',
    total: major(draft.debit),
    difference: major(draft.debit - draft.credit),
  }
}

const never_yet = {
  reference: null,
  document: null,
  posted_at: null,
  posted_by_name: null,
  approved_by_name: null,
  reverses_id: null,
  reversed_by_id: null,
  reverses_reference: null,
  reversed_by_reference: null,
  moved_from: null,
  lock_exception_id: null,
  chain_no: null,
  hash: null,
  previous_hash: null,
  map_version: null,
}

export async function find(caller: Caller, id: string): Promise<Entry> {
  const { hospital_id } = caller
  const entry = await journal_entries.find({ hospital_id, id })
  if (entry !== undefined) return viewEntry(caller, entry)
  const draft = await entry_drafts.find({ hospital_id, id })
  if (draft === undefined) throw noSuchEntry()
  return viewDraft(caller, draft)
}

export async function viewEntry(caller: Caller, entry: EntryRow): Promise<Entry> {
  const { purse } = await booksOf(caller)
  const brief = briefOfEntry(entry, await linksOf(caller.hospital_id, [entry]), purse.major)
  return whole(caller, brief, await linesOf(entry), null)
}

export async function viewDraft(caller: Caller, draft: DraftRow): Promise<Entry> {
  const { purse } = await booksOf(caller)
  const lines = draft.lines.map((line, index) => ({
    ...line,
    id: '',
    line_no: index + 1,
    automatic: false,
  }))
  return whole(caller, briefOfDraft(draft, purse.major), lines, draft.discard_reason)
}

type Shown = Pick<
  LineRow,
  | 'id'
  | 'line_no'
  | 'account_id'
  | 'debit'
  | 'credit'
  | 'facility_id'
  | 'department'
  | 'description'
  | 'party_kind'
  | 'party_id'
  | 'tax_code'
  | 'currency'
  | 'foreign_amount'
  | 'automatic'
>

async function whole(
  caller: Caller,
  brief: EntryBrief,
  lines: readonly Shown[],
  discard_reason: string | null,
): Promise<Entry> {
  const { chart, purse } = await booksOf(caller)
  const names = await partyNames(caller, lines)
  const branches = await facilityNames(caller)
  const matched = await matchedOf(
    caller.hospital_id,
    lines.map(({ id }) => id),
  )
  const files = await attachmentsOf(caller, { type: 'journal_entry', id: brief.id })
  return {
    ...brief,
    discard_reason,
    lines: lines.map((line): Line => {
      const account = chart.by_id.get(line.account_id)
      return {
        ...line,
        account_code: account?.code ?? null,
        account_name: account?.name ?? '',
        debit: purse.major(line.debit),
        credit: purse.major(line.credit),
        foreign_amount: line.foreign_amount === null ? null : purse.major(line.foreign_amount),
        facility_name: branches.get(line.facility_id) ?? '',
        party_name: names.get(line.party_id ?? '') ?? null,
        matched: (matched.get(line.id) ?? 0) >= line.debit + line.credit && matched.has(line.id),
      }
    }),
    attachments: files.map(({ id, file_name }) => ({ id, file_name })),
    moves: entry_life
      .open(caller, brief.status as EntryState)
      .filter(
        (move) => move !== 'reverse' || (brief.kind !== 'REVERSAL' && isByHand(brief.source)),
      ),
  }
}

export const isByHand = (source: string): boolean => source === 'MANUAL' || source === 'OPENING'
