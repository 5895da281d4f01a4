// Proving the chain, the numbers and the sums (ACC-101, 102, 107, 119, 127): the journal read once,
// in order, a few thousand entries at a time.

import { row, rows } from '../../../../store/connection.ts'
import { join, nothing, type Sql, sql } from '../../../../store/sql.ts'
import { type EntryRow, hashOf, type LineRow } from '../posting/chain.ts'
import { first_hash } from '../posting/first-hash.ts'
import { howMany } from '../../../office/sequences/lost.ts'
import { entry_series, journal_entries, journal_lines, ledger_proofs } from '../tables.ts'

const at_once = 4000

export interface Walk {
  /** Highest chain number seen, and its hash. */
  chain_no: number
  hash: string
  entries: number
  lines: number
  unbalanced: string | null
  unbalanced_branch: string | null
  broken: string | null
}

interface Walked {
  /** Null: to the head. */
  until?: number | null
  /** Of the branches this one alone. */
  facility_id?: string | null
}

/** From after `from`; what is found wrong first is named. */
export async function walk(
  hospital_id: string,
  from: { chain_no: number; hash: string },
  { until = null, facility_id = null }: Walked = {},
): Promise<Walk> {
  const result: Walk = {
    chain_no: from.chain_no,
    hash: from.hash,
    entries: 0,
    lines: 0,
    unbalanced: null,
    unbalanced_branch: null,
    broken: null,
  }
  for (;;) {
    const entries = await rows<EntryRow>(
      sql`select ${journal_entries.selection(undefined, hashed_entry)} from journal_entries
        where hospital_id = ${hospital_id} and chain_no > ${result.chain_no}
          ${until === null ? nothing : sql`and chain_no <= ${until}`}
        order by chain_no limit ${at_once}`,
    )
    const last = entries.at(-1)
    if (last === undefined) return result
    const lines = await linesBetween(hospital_id, entries)
    for (const entry of entries) checkEntry(result, entry, lines.get(entry.id) ?? [], facility_id)
    if (entries.length < at_once) return result
  }
}

const hashed_entry = [
  'id',
  'chain_no',
  'reference',
  'kind',
  'entry_date',
  'memo',
  'source',
  'source_id',
  'moved_from',
  'previous_hash',
  'hash',
  'total',
] as const
const hashed_line = [
  'entry_id',
  'account_id',
  'debit',
  'credit',
  'facility_id',
  'department',
  'party_kind',
  'party_id',
  'tax_code',
] as const

async function linesBetween(
  hospital_id: string,
  entries: readonly EntryRow[],
): Promise<Map<string, LineRow[]>> {
  const ids = entries.map(({ id }) => id)
  const found = await rows<LineRow>(
    sql`select ${journal_lines.selection('l', hashed_line)} from journal_lines l
      join journal_entries e on e.id = l.entry_id
      where e.hospital_id = ${hospital_id}
        and e.chain_no between ${entries[0]?.chain_no ?? 0} and ${entries.at(-1)?.chain_no ?? 0}
      order by e.chain_no, l.line_no`,
  )
  const by_entry = new Map<string, LineRow[]>(ids.map((id) => [id, []]))
  for (const line of found) by_entry.get(line.entry_id)?.push(line)
  return by_entry
}

function checkEntry(
  result: Walk,
  entry: EntryRow,
  lines: readonly LineRow[],
  only: string | null,
): void {
  result.entries += 1
  result.lines += lines.length
  let debit = 0
  let credit = 0
  let sides = lines.length >= 2
  const branches = new Map<string, number>()
  for (const line of lines) {
    debit += line.debit
    credit += line.credit
    if (line.debit < 0 || line.credit < 0 || line.debit > 0 === line.credit > 0) sides = false
    branches.set(line.facility_id, (branches.get(line.facility_id) ?? 0) + line.debit - line.credit)
  }
  if (debit !== credit || !sides || debit !== entry.total) result.unbalanced ??= entry.reference
  for (const [branch, net] of branches) {
    if (net !== 0 && (only ?? branch) === branch) result.unbalanced_branch ??= entry.reference
  }
  const right =
    entry.chain_no === result.chain_no + 1 &&
    entry.previous_hash === result.hash &&
    hashOf(entry, lines) === entry.hash
  if (!right) result.broken ??= entry.reference
  result.chain_no = entry.chain_no
  result.hash = entry.hash
}

/** Where the last proof stood; what was changed below it is found by the weekly whole proof. */
export async function provenTo(hospital_id: string): Promise<{ chain_no: number; hash: string }> {
  const proof = await ledger_proofs.find({ hospital_id })
  if (proof === undefined) return { chain_no: 0, hash: first_hash }
  const entry = await row<{ hash: string }>(
    sql`select hash from journal_entries
      where hospital_id = ${hospital_id} and chain_no = ${proof.chain_no}`,
  )
  if (proof.chain_no > 0 && entry?.hash !== proof.hash) return { chain_no: 0, hash: first_hash }
  return proof
}

interface Days {
  starts_on: string
  ends_on: string
}
const yearOf = (day: string): number => Number(day.slice(0, 4))

/** Series with a gap or a double: `JE-2026`, or none. What a restore left behind is no gap (OPS-129). */
export async function seriesBroken(
  hospital_id: string,
  of: Days | null,
): Promise<{ series: number; bad: string | null }> {
  const series = await entry_series.all({ hospital_id })
  const lost = new Map(series.map((one) => [one.year, howMany(one.lost)]))
  const found = await rows<{ year: number; n: number; last: number; given: number }>(
    sql`select s.year, s.last_number as given, count(e.id) as n,
        coalesce(max(cast(substr(e.reference, 9) as integer)), 0) as last
      from entry_series s left join journal_entries e
        on e.hospital_id = s.hospital_id and substr(e.reference, 4, 4) = cast(s.year as varchar(4))
      where s.hospital_id = ${hospital_id}
        ${of === null ? nothing : sql`and s.year between ${yearOf(of.starts_on)} and ${yearOf(of.ends_on)}`}
      group by s.year, s.last_number order by s.year`,
  )
  const bad = found.find(({ year, n, last, given }) => {
    const left_behind = lost.get(year) ?? 0
    return n + left_behind !== given || (left_behind === 0 ? last !== given : last > given)
  })
  return { series: found.length, bad: bad === undefined ? null : `JE-${bad.year}` }
}

/** The months that entries after `chain_no` fall into. */
export async function monthsSince(hospital_id: string, chain_no: number): Promise<string[]> {
  const found = await rows<{ month: string }>(
    sql`select distinct substr(entry_date, 1, 7) as month from journal_entries
      where hospital_id = ${hospital_id} and chain_no > ${chain_no}`,
  )
  return found.map(({ month }) => month)
}

interface Compared {
  months: readonly string[] | undefined
  year: Days | null
  facility_id: string | undefined
}

/** An account whose monthly sums are not those of its lines (ACC-119), by SQL alone. */
export async function sumsDiffer(
  hospital_id: string,
  { months, year, facility_id }: Compared,
): Promise<{ account_id: string; month: string } | undefined> {
  if (months?.length === 0) return undefined
  const of_branch = facility_id === undefined ? nothing : sql` and facility_id = ${facility_id}`
  const ranges =
    year === null
      ? months?.map((month) => ({ starts_on: `${month}-01`, ends_on: `${month}-31` }))
      : [year]
  const either = (of: (range: Days) => Sql): Sql =>
    ranges === undefined ? of_branch : sql`${of_branch} and (${join(ranges.map(of), ' or ')})`
  const of_totals = either(
    ({ starts_on, ends_on }) =>
      sql`month between ${starts_on.slice(0, 7)} and ${ends_on.slice(0, 7)}`,
  )
  const of_lines = either(
    ({ starts_on, ends_on }) => sql`entry_date between ${starts_on} and ${ends_on}`,
  )
  return row<{ account_id: string; month: string }>(
    sql`select account_id, month from (
        select account_id, month, facility_id, department, closing, debit, credit, line_count
        from ledger_totals where hospital_id = ${hospital_id}${of_totals}
        union all
        select account_id, substr(entry_date, 1, 7) as month, facility_id,
          coalesce(department, '') as department, closing, -sum(debit) as debit,
          -sum(credit) as credit, -count(*) as line_count
        from journal_lines where hospital_id = ${hospital_id}${of_lines}
        group by account_id, substr(entry_date, 1, 7), facility_id, coalesce(department, ''), closing
      ) as both_ways
      group by account_id, month, facility_id, department, closing
      having sum(debit) <> 0 or sum(credit) <> 0 or sum(line_count) <> 0 limit 1`,
  )
}
