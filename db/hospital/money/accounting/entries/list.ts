// The list of entries: drafts and the journal, cut to a page by date and id before anything is read.

import type { Caller } from '../../../../core/caller.ts'
import { row, rows } from '../../../../store/connection.ts'
import { metaOf, type Page, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { join, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { refuseBlind, seesSums } from '../blind.ts'
import { booksAsked } from '../branch-asked.ts'
import type { EntryBrief } from './shapes.ts'
import { briefOfDraft, briefOfEntry, linksOf } from './view.ts'
import { entry_drafts, journal_entries } from '../tables.ts'
import type { EntryKind, EntryState } from '../words.ts'

export interface EntryFilter extends PageAsked {
  search?: string
  status?: EntryState
  kind?: EntryKind
  source?: string
  source_id?: string
  from?: string
  to?: string
  account_id?: string
  facility_id?: string
  department?: string
  party_id?: string
  min_amount?: number
  max_amount?: number
  author_id?: string
}

export async function list(caller: Caller, asked: EntryFilter): Promise<Page<EntryBrief>> {
  const { hospital_id } = caller
  const { purse } = await booksAsked(caller, asked)
  await refuseBlind(caller, (drawer) => drawer === asked.account_id)
  const both = join(
    [
      ...(wantsJournal(asked) ? [fromJournal(hospital_id, asked, purse.minor)] : []),
      ...(wantsDrafts(asked) ? [fromDrafts(hospital_id, asked, purse.minor)] : []),
    ],
    ' union all ',
  )
  const counted = await row<{ n: number; total: number }>(
    sql`select count(*) as n, cast(coalesce(sum(total), 0) as bigint) as total from (${both}) as found`,
  )
  const { page, per_page } = asked
  const found = await rows<{ id: string; entry_date: string; total: number }>(
    sql`${both} order by entry_date desc, id desc limit ${per_page} offset ${(page - 1) * per_page}`,
  )
  const meta = {
    ...metaOf(asked, counted?.n ?? 0),
    totals: (await seesSums(caller)) ? { total: purse.major(counted?.total ?? 0) } : undefined,
  }
  const ids = found.map(({ id }) => id)
  return { rows: await briefs(caller, ids, purse.major), meta }
}

async function briefs(
  { hospital_id }: Caller,
  ids: readonly string[],
  major: (minor: number) => number,
): Promise<EntryBrief[]> {
  if (ids.length === 0) return []
  const entries = await journal_entries.all({ hospital_id, id: ids })
  const drafts = await entry_drafts.all({ hospital_id, id: ids })
  const links = await linksOf(hospital_id, entries)
  const shown = new Map([
    ...entries.map((entry): [string, EntryBrief] => [entry.id, briefOfEntry(entry, links, major)]),
    ...drafts.map((draft): [string, EntryBrief] => [draft.id, briefOfDraft(draft, major)]),
  ])
  return ids.flatMap((id) => shown.get(id) ?? [])
}

const wantsJournal = ({ status }: EntryFilter): boolean =>
  status === undefined || status === 'POSTED' || status === 'REVERSED'
const wantsDrafts = ({ status }: EntryFilter): boolean =>
  status === undefined || status === 'DRAFT' || status === 'DISCARDED'

type Minor = (field: string, amount: number) => number

const common = (hospital_id: string, asked: EntryFilter): (Sql | undefined)[] => [
  sql`e.hospital_id = ${hospital_id}`,
  when(asked.kind, sql`e.kind = ${asked.kind}`),
  when(asked.source, sql`e.source = ${asked.source}`),
  when(asked.source_id, sql`e.source_id = ${asked.source_id}`),
  when(asked.from, sql`e.entry_date >= ${asked.from}`),
  when(asked.to, sql`e.entry_date <= ${asked.to}`),
  when(asked.author_id, sql`e.author_id = ${asked.author_id}`),
]

function fromJournal(hospital_id: string, asked: EntryFilter, minor: Minor): Sql {
  const of_line = [
    when(asked.account_id, sql`l.account_id = ${asked.account_id}`),
    when(asked.facility_id, sql`l.facility_id = ${asked.facility_id}`),
    when(asked.department, sql`l.department = ${asked.department}`),
    when(asked.party_id, sql`l.party_id = ${asked.party_id}`),
  ].filter((condition) => condition !== undefined)
  const reversed = sql`exists (select 1 from journal_entries r
    where r.hospital_id = e.hospital_id and r.reverses_id = e.id)`
  return sql`select e.id, e.entry_date, e.total from journal_entries e${where([
    ...common(hospital_id, asked),
    asked.min_amount === undefined
      ? undefined
      : sql`e.total >= ${minor('min_amount', asked.min_amount)}`,
    asked.max_amount === undefined
      ? undefined
      : sql`e.total <= ${minor('max_amount', asked.max_amount)}`,
    asked.status === 'POSTED' ? sql`not ${reversed}` : undefined,
    asked.status === 'REVERSED' ? reversed : undefined,
    of_line.length === 0
      ? undefined
      : sql`e.id in (select l.entry_id from journal_lines l${where([
          sql`l.hospital_id = ${hospital_id}`,
          ...of_line,
        ])})`,
    matching('journal_entries', asked.search, 'e'),
  ])}`
}

function fromDrafts(hospital_id: string, asked: EntryFilter, minor: Minor): Sql {
  return sql`select e.id, e.entry_date, e.debit as total from entry_drafts e${where([
    ...common(hospital_id, asked),
    asked.status === 'DISCARDED' ? sql`e.discarded` : sql`not e.discarded`,
    asked.min_amount === undefined
      ? undefined
      : sql`e.debit >= ${minor('min_amount', asked.min_amount)}`,
    asked.max_amount === undefined
      ? undefined
      : sql`e.debit <= ${minor('max_amount', asked.max_amount)}`,
    ...holding('account_id', asked.account_id),
    ...holding('facility_id', asked.facility_id),
    ...holding('department', asked.department),
    ...holding('party_id', asked.party_id),
    matching('entry_drafts', asked.search, 'e'),
  ])}`
}

/** A draft's lines are one text; drafts are few. */
const holding = (key: string, value: string | undefined): Sql[] =>
  value === undefined
    ? []
    : [sql`e.lines like ${`%"${key}":${escaped(JSON.stringify(value))}%`} escape '\\'`]

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
