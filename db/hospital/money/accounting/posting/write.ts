// Entries into the journal, with the head of the chain in hand: entries, lines, sums and head are each one
// statement, however many documents are posted together.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { returning, run, unawaited } from '../../../../store/connection.ts'
import { newId } from '../../../../core/ids.ts'
import { sumTooLarge } from '../../../../core/refusal.ts'
import { join, sql } from '../../../../store/sql.ts'
import type { Books } from '../books.ts'
import { type EntryRow, hashOf, type LineRow } from './chain.ts'
import { coverCash } from './cover.ts'
import { type Head, holdHead } from './held.ts'
import { balancedByBranch, checkLines, type Line, totalsOf } from '../entries/lines.ts'
import { obstacle } from './locks.ts'
import { monthOf } from '../reports/sums.ts'
import { type EntryDocument, journal_entries, journal_lines, ledger_heads } from '../tables.ts'
import type { EntryKind } from '../words.ts'

export type Posted = EntryRow & { lines: LineRow[] }

export interface Writing {
  id?: string
  source: string
  source_id: string | null
  kind: EntryKind
  entry_date: string
  moved_from?: string | null
  memo: string
  lines: readonly Line[]
  document?: EntryDocument | null
  author?: { id: string | null; name: string }
  approved_by_name?: string | null
  reverses_id?: string | null
  reason?: string | null
  prior_year?: boolean
}

export async function write(
  caller: Caller,
  books: Books,
  head: Head,
  writing: Writing,
): Promise<Posted> {
  const [posted] = await writeAll(caller, books, head, [writing])
  return posted as Posted
}

/** Nothing is read here that another posting could have changed since. */
export async function writeAll(
  caller: Caller,
  books: Books,
  head: Head,
  writings: readonly Writing[],
): Promise<Posted[]> {
  const { hospital_id } = caller
  const checked = writings.map((writing) => ({ writing, lines: linesIn(books, writing) }))
  const numberOf = await numbersFor(hospital_id, writings)
  const made: Posted[] = []
  let { chain_no, hash, turnover } = head
  for (const { writing, lines } of checked) {
    const link = { chain_no: chain_no + 1, previous_hash: hash, reference: numberOf(writing) }
    const entry = entryOf(caller, books, writing, lines, link)
    hash = hashOf(entry, lines)
    chain_no = entry.chain_no
    turnover = turnoverWith(turnover, entry)
    const posted = journal_entries.withDefaults({ ...entry, hash })
    made.push({ ...posted, lines: rowsOf(posted, lines) })
  }
  const lines = made.flatMap((posted) => posted.lines)
  await unawaited(async () => {
    await journal_entries.insertMany(made.map(({ lines: _lines, ...entry }) => entry))
    await journal_lines.insertMany(lines)
    await addToTotals(lines)
    await ledger_heads.change({ hospital_id }, { chain_no, hash, turnover })
  })
  Object.assign(head, { chain_no, hash, turnover })
  holdHead(hospital_id, head)
  for (const posted of made) await coverCash(books, posted, posted.lines)
  return made
}

/**
 * No sum over the books may be greater than what can be read back to the cent. One entry takes a tenth
 * of that at most, and the last tenth is kept free: what was posted by mistake can always be reversed,
 * and a year be closed.
 */
function turnoverWith(before: number, { kind, total }: Pick<EntryRow, 'kind' | 'total'>): number {
  const puts_right = kind === 'REVERSAL' || kind === 'CLOSING'
  const after = before + total
  if (!puts_right && total > turnover_max / 10) throw sumTooLarge()
  if (after > (puts_right ? turnover_max : turnover_max * 0.9)) throw sumTooLarge()
  return after
}

const turnover_max = Number.MAX_SAFE_INTEGER

function linesIn(books: Books, writing: Writing): Line[] {
  checkLines(books, writing.lines, 409)
  const all = balancedByBranch(books, writing.lines)
  refuseClosedDay(books, writing, all)
  return all
}

function entryOf(
  caller: Caller,
  books: Books,
  writing: Writing,
  lines: readonly Line[],
  link: Pick<EntryRow, 'chain_no' | 'previous_hash' | 'reference'>,
) {
  return {
    id: writing.id ?? newId(),
    hospital_id: caller.hospital_id,
    ...link,
    kind: writing.kind,
    entry_date: writing.entry_date,
    memo: writing.memo.slice(0, 300),
    source: writing.source,
    source_id: writing.source_id,
    document: writing.document ?? null,
    total: totalsOf(lines).debit,
    line_count: lines.length,
    posted_at: clock.instant(),
    posted_by_id: caller.user_id,
    posted_by_name: caller.name,
    author_id: writing.author === undefined ? caller.user_id : writing.author.id,
    author_name: (writing.author?.name ?? caller.name).slice(0, 160),
    approved_by_name: writing.approved_by_name ?? null,
    reverses_id: writing.reverses_id ?? null,
    reason: writing.reason ?? null,
    moved_from: writing.moved_from ?? null,
    lock_exception_id: null,
    prior_year: writing.prior_year ?? false,
    map_version: books.preferences.map_version,
  }
}

const rowsOf = (posted: EntryRow, lines: readonly Line[]): LineRow[] =>
  lines.map((line, index) => ({
    ...line,
    id: newId(),
    hospital_id: posted.hospital_id,
    entry_id: posted.id,
    line_no: index + 1,
    chain_no: posted.chain_no,
    entry_date: posted.entry_date,
    closing: posted.kind === 'CLOSING',
  }))

/** A closing entry is dated the last day of the year it closes, whatever is locked (ACC-106). */
function refuseClosedDay(
  books: Books,
  { kind, entry_date }: Writing,
  lines: readonly Line[],
): void {
  if (kind === 'CLOSING') return
  const tax = lines.some(({ tax_code }) => tax_code !== null)
  const refusal = obstacle(books, entry_date, { tax })
  if (refusal !== null) throw refusal
}

/** ACC-13: in posting order, a series for each year of entry dates. */
async function numbersFor(
  hospital_id: string,
  writings: readonly Writing[],
): Promise<(writing: Writing) => string> {
  const next = new Map<number, number>()
  for (const [year, of] of Map.groupBy(writings, yearOf)) {
    const [taken] = await returning<{ last_number: number }>(
      sql`insert into entry_series (hospital_id, year, last_number)
        values (${hospital_id}, ${year}, ${of.length})
        on conflict (hospital_id, year)
          do update set last_number = entry_series.last_number + excluded.last_number
        returning last_number`,
    )
    if (taken === undefined) throw new Error('the series gave no number')
    next.set(year, taken.last_number - of.length + 1)
  }
  return (writing) => {
    const year = yearOf(writing)
    const number = next.get(year) ?? 0
    next.set(year, number + 1)
    return `JE-${year}-${String(number).padStart(6, '0')}`
  }
}

const yearOf = ({ entry_date }: Writing): number => Number(entry_date.slice(0, 4))

async function addToTotals(lines: readonly LineRow[]): Promise<void> {
  const sums = new Map<string, LineRow & { count: number }>()
  for (const line of lines) {
    const { account_id, facility_id, department, entry_date, closing } = line
    const when = `${monthOf(entry_date)}|${closing}`
    const key = `${account_id}|${facility_id}|${department ?? ''}|${when}`
    const known = sums.get(key)
    if (known === undefined) sums.set(key, { ...line, count: 1 })
    else {
      known.debit += line.debit
      known.credit += line.credit
      known.count += 1
    }
  }
  // In one order, so that whoever adds to the same sums waits and never deadlocks.
  const values = [...sums.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([, line]) =>
        sql`(${line.hospital_id}, ${line.account_id}, ${monthOf(line.entry_date)}, ${line.facility_id},
          ${line.department ?? ''}, ${line.closing}, ${line.debit}, ${line.credit}, ${line.count})`,
    )
  for (let start = 0; start < values.length; start += 2000) {
    await run(
      sql`insert into ledger_totals
        (hospital_id, account_id, month, facility_id, department, closing, debit, credit, line_count)
        values ${join(values.slice(start, start + 2000), ', ')}
        on conflict (hospital_id, account_id, month, facility_id, department, closing) do update set
          debit = ledger_totals.debit + excluded.debit,
          credit = ledger_totals.credit + excluded.credit,
          line_count = ledger_totals.line_count + excluded.line_count`,
    )
  }
}
