// What documents say beside the ledger, where no balance of an account says it: returns (ACC-116),
// revenue by department (ACC-118), their entries (ACC-121), the sums of the areas (ACC-122), fiscal
// receipts (ACC-129), what was sealed (ACC-132).

import type { Caller } from '../../../../core/caller.ts'
import { row, rows } from '../../../../store/connection.ts'
import { nothing, oneOf, raw, sql } from '../../../../store/sql.ts'
import {
  billingRevenue,
  billingSums,
  claimSums,
  coverSums,
  drawerSums,
  type Earned,
  fiscalReceipts,
  type SumsProof,
} from '../../../neighbours/books.ts'
import { proveSeals } from '../../../office/audit/seal-proof.ts'
import type { Books } from '../books.ts'
import { type Proven, proven, unknown } from './proven.ts'
import { firstOf, lastOf } from '../reports/sums.ts'
import { posting_maps } from '../tables.ts'
import { entriesApart } from './replay.ts'
import type { Days } from './replayed.ts'
import type { Asks, Part } from './verify-part.ts'
import { ofReturns } from './verify-returns.ts'

export async function ofDocuments(
  caller: Caller,
  books: Books,
  part: Part,
  asks: Asks,
): Promise<Proven[]> {
  const found: Proven[] = []
  if (asks('ACC-121')) found.push(await ofEntries(caller, part))
  if (asks('ACC-132')) found.push(await ofSeals(books))
  if (asks('ACC-116')) found.push(await ofReturns(books, part.year))
  if (asks('ACC-118')) found.push(await ofRevenue(caller, books, part))
  if (asks('ACC-122')) found.push(await summed(caller, 'ACC-122', of_sums, areas))
  if (asks('ACC-129')) found.push(await summed(caller, 'ACC-129', of_receipts, [fiscalReceipts]))
  return found
}

/** The database keeps two of one document away; what was never proven is not known apart by document. */
async function ofEntries(caller: Caller, { since }: Part): Promise<Proven> {
  const title = 'one entry for each document'
  const twice = await row<{ name: string }>(
    sql`select source as name from journal_entries where hospital_id = ${caller.hospital_id}
      and source not in ('MANUAL', 'OPENING')
      group by source, source_id having count(*) > 1 limit 1`,
  )
  if (since !== null) return proven('ACC-121', title, 1, 'journal', twice?.name)
  const { checked, failed, first } = await entriesApart(caller)
  return proven(
    'ACC-121',
    title,
    checked,
    'documents',
    twice?.name ?? first,
    failed + (twice ? 1 : 0),
  )
}

async function ofSeals({ hospital_id }: Books): Promise<Proven> {
  const { checked, failed, first } = await proveSeals(hospital_id)
  return proven('ACC-132', 'papers say what was sealed', checked, 'records', first, failed)
}

const areas = [billingSums, drawerSums, claimSums, coverSums]
const of_sums = 'documents add up'
const of_receipts = 'fiscal receipts without gaps'

async function summed(
  caller: Caller,
  id: string,
  title: string,
  asked: readonly (typeof billingSums)[],
): Promise<Proven> {
  const sums: SumsProof[] = []
  for (const of of asked) {
    const found = await of(caller)
    if (found !== undefined) sums.push(found)
  }
  if (sums.length === 0) return unknown(id, title)
  return proven(
    id,
    title,
    sums.reduce((n, { checked }) => n + checked, 0),
    'records',
    sums.find(({ first }) => first !== null)?.first,
    sums.reduce((n, { failed }) => n + failed, 0),
  )
}

const of_revenue = 'revenue by department = ledger'

/**
 * By department and month, a month at a time: the day of an entry is the one it was posted for, were
 * it shut by then.
 */
async function ofRevenue(caller: Caller, books: Books, part: Part): Promise<Proven> {
  const { hospital_id, chart, preferences, purse } = books
  const recovered = await recoveredOn(hospital_id)
  const is_result = ({ account_id }: Earned): boolean => {
    const kind = chart.by_id.get(account_id ?? '')?.kind
    return account_id === null || kind === 'INCOME' || kind === 'EXPENSE'
  }
  const sums = new Map<string, [billing: number, ledger: number]>()
  const add = ({ department, month, amount, facility_id }: Earned, side: 0 | 1): void => {
    if ((part.facility_id ?? facility_id) !== facility_id) return
    const key = `${department || preferences.default_department} ${month}`
    const both = sums.get(key) ?? [0, 0]
    both[side] += amount
    sums.set(key, both)
  }
  for (const month of await monthsOf(hospital_id, part)) {
    const days = { from: firstOf(month), to: lastOf(month) }
    const said = await billingRevenue(caller, days)
    if (said === undefined) return unknown('ACC-118', of_revenue)
    for (const one of said.earned) if (is_result(one)) add(one, 0)
    for (const one of await postedIn(hospital_id, said.sources, recovered, days)) add(one, 1)
  }
  const apart = [...sums].filter(([, [billing, ledger]]) => billing !== ledger)
  const [worst] = apart
  const first =
    worst === undefined
      ? null
      : `${worst[0]} bills ${purse.said(worst[1][0])} ledger ${purse.said(worst[1][1])} difference ${purse.said(worst[1][0] - worst[1][1])}`
  return proven('ACC-118', of_revenue, sums.size, 'departments and months', first, apart.length)
}

const posted_for = raw('coalesce(e.moved_from, e.entry_date)')

async function monthsOf(hospital_id: string, { since, year }: Part): Promise<string[]> {
  const of_year =
    year === null ? nothing : sql`and ${posted_for} between ${year.starts_on} and ${year.ends_on}`
  const found = await rows<{ month: string }>(
    sql`select distinct substr(${posted_for}, 1, 7) as month from journal_entries e
      where e.hospital_id = ${hospital_id} and e.chain_no > ${since ?? 0} ${of_year}
      order by month`,
  )
  return found.map(({ month }) => month)
}

/** Debts that were given up and came in after all are no revenue of a department. */
async function recoveredOn(hospital_id: string): Promise<string[]> {
  const maps = await posting_maps.all({ hospital_id })
  return [...new Set(maps.map(({ map }) => map.roles['recovered'] ?? ''))]
}

async function postedIn(
  hospital_id: string,
  sources: readonly string[],
  recovered: readonly string[],
  { from, to }: Days,
): Promise<Earned[]> {
  const found = await rows<Earned>(
    sql`select l.department, l.facility_id, substr(${posted_for}, 1, 7) as month, null as account_id,
        cast(sum(l.credit - l.debit) as bigint) as amount
      from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.hospital_id = ${hospital_id} and e.source${oneOf(sources)}
        and (e.moved_from between ${from} and ${to}
          or (e.moved_from is null and e.entry_date between ${from} and ${to}))
        and l.department is not null and not (l.account_id${oneOf(recovered)})
      group by l.department, l.facility_id, substr(${posted_for}, 1, 7)`,
  )
  return found.map((one) => ({ ...one, amount: Number(one.amount) }))
}
