// Entries by hand (3.2): written, changed, posted, discarded, reversed.

import { asks, type Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { newId } from '../../../../core/ids.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { fresh } from '../../../../core/versions.ts'
import { record } from '../../../office/audit/record.ts'
import { type Books, booksOf } from '../books.ts'
import type { EntryRow } from '../posting/chain.ts'
import { entry_life, noSuchEntry } from './life.ts'
import type { Entry, EntryChange, EntryInput } from './shapes.ts'
import { type DraftRow, find, isByHand, linksOf, viewDraft, viewEntry } from './view.ts'
import { accountOfRole, checkLines, type Line, totalsOf } from './lines.ts'
import { firstOpen, obstacle } from '../posting/locks.ts'
import { checkRights, readLines } from './manual-lines.ts'
import { unmatchEntry } from '../bank/unmatch.ts'
import { linesOf, lockHead } from '../posting/post.ts'
import { mirror } from '../posting/reverse.ts'
import { otherPerson } from '../second-person.ts'
import { entry_drafts, journal_entries } from '../tables.ts'
import { type Posted, write } from '../posting/write.ts'

export async function open(caller: Caller, input: EntryInput): Promise<Entry> {
  if (input.post === true) asks(caller, 'entry:post')
  const books = await booksOf(caller)
  const source = input.source ?? 'MANUAL'
  const prior_year = input.prior_year ?? false
  checkRights(caller, { source, prior_year })
  const { lines, dropped } = await readLines(caller, books, input.lines, source)
  const entry_date = input.entry_date ?? openingDay(books, source) ?? books.today
  const draft: DraftRow = {
    ...blank,
    id: newId(),
    hospital_id: caller.hospital_id,
    kind: source === 'OPENING' ? 'OPENING' : 'NORMAL',
    entry_date,
    memo: input.memo,
    source,
    source_id: input.source_id ?? null,
    lines,
    ...totalsOf(lines),
    prior_year,
    author_id: caller.user_id,
    author_name: caller.name,
  }
  checkDay(books, draft, input.post !== true)
  if (input.post === true) {
    needsOneMore(books, draft)
    const posted = await postDraft(caller, draft, 400)
    return withDropped(await viewEntry(caller, posted), dropped)
  }
  const { created_at: _made, updated_at: _moved, search_text: _words, ...kept } = draft
  const made = await entry_drafts.insert(kept)
  note(caller, 'entry.create', made.id, made.memo, { to_state: 'DRAFT' })
  return withDropped(await viewDraft(caller, made), dropped)
}

const blank = {
  discarded: false,
  discard_reason: null,
  created_at: '',
  updated_at: '',
  search_text: null,
  version: 1,
}

const withDropped = (entry: Entry, dropped: string[]): Entry =>
  dropped.length === 0 ? entry : { ...entry, dropped }

/** Opening entries stand on the first day of the first year (ACC-15). */
const openingDay = ({ years }: Books, source: string): string | undefined =>
  source === 'OPENING' ? years[0]?.starts_on : undefined

function checkDay(books: Books, draft: DraftRow, is_draft: boolean): void {
  const tax = draft.lines.some(({ tax_code }) => tax_code !== null)
  const refusal = obstacle(books, draft.entry_date, { tax, draft: is_draft })
  if (refusal !== null) throw refusal
  const first = books.years[0]?.starts_on
  if (draft.source === 'OPENING' && draft.entry_date !== first) {
    throw conflict(`Opening balances are dated ${first}, the first day of the first fiscal year.`)
  }
  if (draft.prior_year) {
    const retained = accountOfRole(books, 'retained')
    if (!draft.lines.some(({ account_id }) => account_id === retained.id)) {
      throw conflict(`A correction of a closed year has a line on ${retained.code}.`)
    }
  }
}

/** Where a second person is asked, an entry cannot be written and posted in one breath. */
function needsOneMore({ preferences }: Books, { prior_year }: DraftRow): void {
  const { manual_entry, prior_year: corrections } = preferences.second_approver
  if (manual_entry || (prior_year && corrections)) {
    throw conflict('Somebody else must post it: keep it as a draft.', 'second_person')
  }
}

export async function change(caller: Caller, id: string, input: EntryChange): Promise<Entry> {
  const draft = await draftOf(caller, id)
  fresh(caller, draft)
  const books = await booksOf(caller)
  const source = input.source ?? (draft.source as 'MANUAL' | 'OPENING')
  const prior_year = input.prior_year ?? draft.prior_year
  checkRights(caller, { source, prior_year })
  const read =
    input.lines === undefined
      ? { lines: draft.lines, dropped: [] }
      : await readLines(caller, books, input.lines, source)
  const changes = {
    memo: input.memo ?? draft.memo,
    entry_date: input.entry_date ?? draft.entry_date,
    source,
    kind: source === 'OPENING' ? ('OPENING' as const) : ('NORMAL' as const),
    source_id: input.source_id === undefined ? draft.source_id : input.source_id,
    prior_year,
    lines: read.lines,
    ...totalsOf(read.lines),
  }
  checkDay(books, { ...draft, ...changes }, true)
  await entry_drafts.change({ hospital_id: caller.hospital_id, id }, changes)
  note(caller, 'entry.update', id, changes.memo, {})
  return withDropped(await find(caller, id), read.dropped)
}

export async function postIt(caller: Caller, id: string): Promise<Entry> {
  const draft = await draftOf(caller, id)
  fresh(caller, draft)
  const books = await booksOf(caller)
  checkRights(caller, draft)
  const { manual_entry, prior_year } = books.preferences.second_approver
  const asked_two = manual_entry || (draft.prior_year && prior_year)
  if (asked_two) {
    await otherPerson(
      caller,
      draft.author_id,
      draft.prior_year ? 'entry:prior_year' : 'entry:post',
      'You wrote this: somebody else must post it.',
    )
  }
  const posted = await postDraft(caller, draft, 409, asked_two ? caller.name : null)
  await entry_drafts.remove({ hospital_id: caller.hospital_id, id })
  return viewEntry(caller, posted)
}

async function postDraft(
  caller: Caller,
  draft: DraftRow,
  status: 400 | 409,
  approved_by_name: string | null = null,
): Promise<Posted> {
  const head = await lockHead(caller)
  const books = await booksOf(caller)
  checkDay(books, draft, false)
  let lines: Line[] = draft.lines.map((line) => ({ ...line, automatic: false }))
  for (const line of lines) refuseNow(books, line)
  if (draft.source === 'OPENING') {
    await beforeOthers(caller, lines)
    lines = balancedByOpening(books, lines)
  }
  checkLines(books, lines, status)
  const posted = await write(caller, books, head, {
    id: draft.id,
    source: draft.source,
    source_id: draft.source_id,
    kind: draft.kind,
    entry_date: draft.entry_date,
    memo: draft.memo,
    lines,
    author: { id: draft.author_id, name: draft.author_name },
    approved_by_name,
    prior_year: draft.prior_year,
  })
  note(caller, 'entry.post', posted.id, posted.reference, {
    from_state: 'DRAFT',
    to_state: 'POSTED',
  })
  return posted
}

/** An account may have been closed since the draft was written (ACC-103). */
function refuseNow({ chart }: Books, { account_id }: Line): void {
  const account = chart.by_id.get(account_id)
  if (account?.active !== true) throw conflict(`${account?.code} is not active.`)
}

/** ACC-15: before anything else was posted in that branch. */
async function beforeOthers({ hospital_id }: Caller, lines: readonly Line[]): Promise<void> {
  for (const facility_id of new Set(lines.map((line) => line.facility_id))) {
    const earlier = await row<{ reference: string }>(
      sql`select e.reference from journal_lines l join journal_entries e on e.id = l.entry_id
        where l.hospital_id = ${hospital_id} and l.facility_id = ${facility_id}
          and e.kind = 'NORMAL' limit 1`,
    )
    if (earlier !== undefined) {
      throw conflict(`${earlier.reference} is posted already: opening balances come first.`)
    }
  }
}

/** ACC-15: what is missing goes to the opening balance account, branch by branch. */
function balancedByOpening(books: Books, lines: readonly Line[]): Line[] {
  const account = accountOfRole(books, 'opening')
  const missing = new Map<string, number>()
  for (const { facility_id, debit, credit } of lines) {
    missing.set(facility_id, (missing.get(facility_id) ?? 0) + debit - credit)
  }
  const [first] = lines as [Line]
  return [
    ...lines,
    ...[...missing]
      .filter(([, difference]) => difference !== 0)
      .map(([facility_id, difference]) => ({
        ...first,
        account_id: account.id,
        facility_id,
        debit: difference < 0 ? -difference : 0,
        credit: difference > 0 ? difference : 0,
        department: null,
        description: null,
        party_kind: null,
        party_id: null,
        tax_code: null,
        currency: null,
        foreign_amount: null,
        automatic: true,
      })),
  ]
}

export async function discard(caller: Caller, id: string, reason: string): Promise<Entry> {
  const draft = await draftOf(caller, id)
  fresh(caller, draft)
  await entry_drafts.change(
    { hospital_id: caller.hospital_id, id },
    { discarded: true, discard_reason: reason },
  )
  note(caller, 'entry.discard', id, draft.memo, {
    from_state: 'DRAFT',
    to_state: 'DISCARDED',
    reason,
  })
  return find(caller, id)
}

export async function reverse(
  caller: Caller,
  id: string,
  { reason, date }: { reason: string; date?: string | null },
): Promise<{ entry: Entry; reversal: Entry }> {
  const head = await lockHead(caller)
  const books = await booksOf(caller)
  const entry = await entryOf(caller, id)
  await mayReverse(caller, entry)
  const lines = await linesOf(entry)
  await unmatchEntry(caller, entry, lines)
  const tax = lines.some(({ tax_code }) => tax_code !== null)
  const entry_date = date ?? firstOpen(books, entry.entry_date, { tax })
  if (entry_date < entry.entry_date) {
    throw invalid('date', `must not be before ${entry.entry_date}.`)
  }
  const reversal = await mirror(
    caller,
    books,
    head,
    { ...entry, lines },
    {
      source: `${entry.source}_REVERSAL`,
      source_id: entry.id,
      reason,
      entry_date,
      moved_from:
        (date ?? null) === null && entry_date !== entry.entry_date ? entry.entry_date : null,
    },
  )
  note(caller, 'entry.reverse', id, entry.reference, {
    from_state: 'POSTED',
    to_state: 'REVERSED',
    reason,
  })
  return { entry: await viewEntry(caller, entry), reversal: await viewEntry(caller, reversal) }
}

async function mayReverse({ hospital_id }: Caller, entry: EntryRow): Promise<void> {
  const links = await linksOf(hospital_id, [entry])
  if (links.reversed_by.has(entry.id)) throw entry_life.refusal('REVERSED', entry.reference)
  if (entry.kind === 'REVERSAL') throw conflict('A reversal is not reversed: post it anew.')
  if (!isByHand(entry.source)) {
    const { document, reference, source } = entry
    const owner =
      document === null ? source.toLowerCase() : `${document.kind} ${document.reference}`
    throw conflict(`${reference} belongs to ${owner}: reverse it there.`)
  }
}

/** The draft, or what its state says about this move. */
async function draftOf({ hospital_id }: Caller, id: string): Promise<DraftRow> {
  const draft = await entry_drafts.find({ hospital_id, id }, { lock: true })
  if (draft === undefined) {
    const entry = await entryOf({ hospital_id }, id)
    const { reversed_by } = await linksOf(hospital_id, [entry])
    throw entry_life.refusal(reversed_by.has(id) ? 'REVERSED' : 'POSTED', entry.reference)
  }
  if (draft.discarded) throw entry_life.refusal('DISCARDED', `of ${draft.entry_date}`)
  return draft
}

async function entryOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  id: string,
): Promise<EntryRow> {
  const entry = await journal_entries.find({ hospital_id, id })
  if (entry === undefined) {
    const draft = await entry_drafts.find({ hospital_id, id })
    if (draft === undefined) throw noSuchEntry()
    throw entry_life.refusal(draft.discarded ? 'DISCARDED' : 'DRAFT', `of ${draft.entry_date}`)
  }
  return entry
}

/** For the edge: whether there is such an entry at all. */
export async function there(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  id: string,
): Promise<void> {
  if ((await journal_entries.find({ hospital_id, id })) !== undefined) return
  if ((await entry_drafts.find({ hospital_id, id })) === undefined) throw noSuchEntry()
}

function note(
  caller: Caller,
  action: string,
  id: string,
  label: string,
  more: { from_state?: string; to_state?: string; reason?: string },
): void {
  record(caller, action, {
    entity_type: 'journal_entry',
    entity_id: id,
    entity_label: label,
    ...more,
  })
}
