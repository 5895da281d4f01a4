// Whether years that were closed are still what they were (ACC-125, ACC-126).

import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { Books } from '../books.ts'
import { snapshotHash } from '../years/close-figures.ts'
import { type Proven, proven } from './proven.ts'
import { sums } from '../reports/sums.ts'
import type { Part } from './verify-part.ts'
import { fiscal_closes } from '../tables.ts'

/** ACC-125, ACC-126: what was closed is still what it was. */
export async function ofYears(books: Books, part: Part): Promise<Proven[]> {
  const { hospital_id, chart, map } = books
  let open: string | undefined
  let moved: string | undefined
  let unlike: string | undefined
  const facility_id = part.facility_id ?? undefined
  const closed = books.years.filter(
    ({ id, status }) =>
      (status === 'CLOSED' || status === 'SEALED') && (part.year?.id ?? id) === id,
  )
  for (const year of closed) {
    const { starts_on: from, ends_on: to, name } = year
    const left = await sums(hospital_id, ['account_id', 'facility_id', 'department'], {
      from,
      to,
      facility_id,
    })
    const is_result = (id: string): boolean =>
      chart.by_id.get(id)?.kind === 'INCOME' || chart.by_id.get(id)?.kind === 'EXPENSE'
    if (left.some(({ account_id, debit, credit }) => is_result(account_id) && debit !== credit)) {
      open ??= name
    }
    const close = await fiscal_closes.find({
      hospital_id,
      fiscal_year_id: year.id,
      close_version: year.close_version,
    })
    if (close === undefined) {
      moved ??= name
      continue
    }
    const now = await totalsBefore(books, to, close.closed_at)
    if (snapshotHash(now) !== close.snapshot_hash) moved ??= name
    const earned = await sums(hospital_id, ['account_id'], { from, to, closing: 'without' })
    const result = earned
      .filter(({ account_id }) => is_result(account_id))
      .reduce((total, { debit, credit }) => total + credit - debit, 0)
    const [kept] = await sums(hospital_id, [], {
      from,
      to,
      closing: 'only',
      account_ids: [map.roles['retained'] ?? '', map.roles['drawings'] ?? ''],
    })
    if (result !== (kept?.credit ?? 0) - (kept?.debit ?? 0)) unlike ??= name
  }
  return [
    proven(
      'ACC-125',
      'closed years are at nothing and unmoved',
      closed.length,
      'years',
      open ?? moved,
    ),
    proven('ACC-126', 'results are what went to retained earnings', closed.length, 'years', unlike),
  ]
}

/** The totals to a day as they stood before the year's own closing entries. */
async function totalsBefore(
  { hospital_id }: Books,
  to: string,
  closed_at: string,
): Promise<[string, number][]> {
  const found = await sums(hospital_id, ['account_id', 'facility_id', 'department'], { to })
  const closing = await rows<{
    account_id: string
    facility_id: string
    department: string
    net: number
  }>(
    sql`select l.account_id, l.facility_id, coalesce(l.department, '') as department,
        cast(sum(l.debit - l.credit) as bigint) as net
      from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.hospital_id = ${hospital_id} and e.kind = 'CLOSING' and e.entry_date <= ${to}
        and e.posted_at >= ${closed_at}
      group by l.account_id, l.facility_id, coalesce(l.department, '')`,
  )
  const back = new Map(closing.map((one) => [keyOf(one), one.net]))
  return found
    .map((sum): [string, number] => [
      keyOf(sum),
      sum.debit - sum.credit - (back.get(keyOf(sum)) ?? 0),
    ])
    .filter(([, net]) => net !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

const keyOf = (sum: { account_id: string; facility_id: string; department: string }): string =>
  `${sum.account_id}|${sum.facility_id}|${sum.department}`
