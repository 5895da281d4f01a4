// What the ledger says of a return (ACC-42): for many returns at once, from the lines of the
// accounts that returns are made of.

import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { Books } from '../books.ts'
import { filing_kinds, type filings, type PaperLine } from './tables.ts'
import { lastOf } from '../reports/sums.ts'

export type FilingRow = RowOf<(typeof filings)['columns']>
export type FilingKind = RowOf<(typeof filing_kinds)['columns']>
type Period = Pick<FilingRow, 'kind' | 'period_year' | 'period_month'>

interface Moved {
  account_id: string
  month: string
  credit: number
  debit: number
  taken_back: number
}

export interface Paper {
  lines: PaperLine[]
  amount: number | null
  /** Credit above 0, by account: what the return owes of each. */
  of_account: [account_id: string, amount: number][]
}

/** The first and last month of a return: its month, its quarter, its year. */
export function monthsOf({ period_year, period_month }: Period, every: string): [string, string] {
  const pad = (month: number): string => `${period_year}-${String(month).padStart(2, '0')}`
  if (period_month === 0) return [pad(1), pad(12)]
  return every === 'QUARTER'
    ? [pad(Math.max(1, period_month - 2)), pad(period_month)]
    : [pad(period_month), pad(period_month)]
}

export const periodEnd = (period: Period): string =>
  lastOf(`${period.period_year}-${String(period.period_month || 12).padStart(2, '0')}`)

export const periodName = ({ period_year, period_month }: Period): string =>
  period_month === 0 ? `${period_year}` : `${period_year}-${String(period_month).padStart(2, '0')}`

export async function papersOf(
  books: Books,
  found: readonly Period[],
): Promise<(period: Period) => Paper> {
  const { hospital_id, chart, map } = books
  const kinds = new Map((await filing_kinds.all({ hospital_id })).map((kind) => [kind.kind, kind]))
  const vat = [map.roles['vat_out'] ?? '', map.roles['vat_in'] ?? '']
  const ids = [
    ...new Set([...vat, ...[...kinds.values()].flatMap(({ account_ids }) => account_ids)]),
  ]
  const years = found.map(({ period_year }) => period_year)
  const moved = years.length === 0 ? [] : await movedIn(hospital_id, ids, years)
  return (period) => {
    const kind = kinds.get(period.kind)
    const [first, last] = monthsOf(period, kind?.every ?? 'MONTH')
    const is_vat = period.kind === 'VAT'
    const accounts = is_vat ? vat : (kind?.account_ids ?? [])
    if (accounts.length === 0) return { lines: [], amount: null, of_account: [] }
    const of_account = accounts.map((id): [string, number] => [
      id,
      moved
        .filter((one) => one.account_id === id && first <= one.month && one.month <= last)
        .reduce((sum, one) => sum + one.credit - (is_vat ? one.debit : one.taken_back), 0),
    ])
    return {
      of_account,
      amount: of_account.reduce((sum, [, amount]) => sum + amount, 0),
      lines: of_account.map(([id, amount]) => {
        const account = chart.by_id.get(id)
        return {
          name: account?.name ?? '',
          account_code: account?.code ?? null,
          base: null,
          amount,
        }
      }),
    }
  }
}

/** Without what filing and paying themselves moved: a return is of the business alone. */
const movedIn = (
  hospital_id: string,
  account_ids: readonly string[],
  years: readonly number[],
): Promise<Moved[]> =>
  rows<Moved>(
    sql`select l.account_id, substr(l.entry_date, 1, 7) as month,
      cast(sum(l.credit) as bigint) as credit, cast(sum(l.debit) as bigint) as debit,
      cast(sum(case when e.kind = 'REVERSAL' then l.debit else 0 end) as bigint) as taken_back
      from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.hospital_id = ${hospital_id} and l.account_id${oneOf(account_ids)}
        and l.entry_date between ${`${Math.min(...years)}-01-01`} and ${`${Math.max(...years)}-12-31`}
        and e.source not like 'FILING%' and e.kind <> 'CLOSING'
      group by l.account_id, substr(l.entry_date, 1, 7)`,
  )
