// What of the books a proof looks at: all of them, what was never proven, one year, one branch.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { invalid } from '../../../../core/refusal.ts'
import { nothing, raw, type Sql, sql } from '../../../../store/sql.ts'
import type { Books, YearRow } from '../books.ts'
import { first_hash } from '../posting/first-hash.ts'
import { provenTo } from './proofs.ts'
import { called } from '../years/years.ts'

export interface PartAsked {
  quick?: boolean
  /** As people name it. */
  year?: string | undefined
  facility_id?: string | undefined
}

export interface Part {
  /** Where the chain is followed from, and to where; null: to its head. */
  from: { chain_no: number; hash: string }
  until: number | null
  /** What came later was never proven; null proves all of it. */
  since: number | null
  year: YearRow | null
  facility_id: string | null
}

export async function partOf(
  caller: Caller,
  { hospital_id }: Books,
  { quick = false, year: name, facility_id }: PartAsked,
): Promise<Part> {
  if (quick && (name !== undefined || facility_id !== undefined)) {
    throw invalid('quick', 'is of the whole house: leave out year and facility.')
  }
  const year = name === undefined ? null : await called(caller, name)
  const whole = { since: null, year, facility_id: facility_id ?? null }
  if (quick) {
    const from = await provenTo(hospital_id)
    return { ...whole, from, until: null, since: from.chain_no }
  }
  if (year === null) return { ...whole, from: { chain_no: 0, hash: first_hash }, until: null }
  return { ...whole, ...(await chainOf(hospital_id, year)) }
}

/** From the first entry that is dated in the year to the last, with all that came between them. */
async function chainOf(
  hospital_id: string,
  { starts_on, ends_on }: YearRow,
): Promise<Pick<Part, 'from' | 'until'>> {
  const found = await row<{ first: number | null; last: number | null }>(
    sql`select min(chain_no) as first, max(chain_no) as last from journal_entries
      where hospital_id = ${hospital_id} and entry_date between ${starts_on} and ${ends_on}`,
  )
  const before = Number(found?.first ?? 1) - 1
  const entry = await row<{ hash: string }>(
    sql`select hash from journal_entries
      where hospital_id = ${hospital_id} and chain_no = ${before}`,
  )
  const from = { chain_no: before, hash: entry?.hash ?? first_hash }
  return { from, until: Number(found?.last ?? 0) }
}

/** Of the entries that are called so. */
export const entriesOf = ({ since, year }: Part, called_so: string): Sql => {
  const e = raw(called_so)
  if (year !== null) return sql` and ${e}.entry_date between ${year.starts_on} and ${year.ends_on}`
  return since === null ? nothing : sql` and ${e}.chain_no > ${since}`
}

/** What can be said of a year, and of a branch; the rest is of the whole house as it stands today. */
const of_a_year = [
  '101',
  '102',
  '103',
  '105',
  '106',
  '107',
  '116',
  '118',
  '119',
  '120',
  '125',
  '126',
  '127',
]
const of_a_branch = ['102', '118', '119', '120', '125']

/** What reads every document there ever was waits for the proof of the week (7). */
const of_all_documents = ['122', '129', '132']

/** Whether an invariant is asked for: what is not, is not computed. */
export type Asks = (id: string) => boolean

export const asksFor =
  ({ since, year, facility_id }: Part, only: readonly string[] = []): Asks =>
  (id) =>
    (only.length === 0 || only.includes(id)) &&
    (since === null || !of_all_documents.includes(id.slice(4))) &&
    (year === null || of_a_year.includes(id.slice(4))) &&
    (facility_id === null || of_a_branch.includes(id.slice(4)))
