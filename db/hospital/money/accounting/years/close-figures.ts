// The figures of a close (ACC-67, ACC-68): what each branch earned, what the closing entries will
// say, and the plan, a hash that changes whenever the books to the year's end do.

import { createHash } from 'node:crypto'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { Books, YearRow } from '../books.ts'
import type { Line } from '../entries/lines.ts'
import { sums } from '../reports/sums.ts'

export interface Figures {
  plan: string
  entries: number
  totals: [key: string, net: number][]
  branches: BranchFigures[]
}

export interface BranchFigures {
  facility_id: string
  income: number
  expense: number
  surplus: number
  lines: Line[]
}

export async function figuresOf(books: Books, year: YearRow): Promise<Figures> {
  const { hospital_id } = books
  const { ends_on } = year
  const found = await sums(hospital_id, ['account_id', 'facility_id', 'department'], {
    to: ends_on,
  })
  const totals = found
    .map(({ account_id, facility_id, department, debit, credit }): [string, number] => [
      `${account_id}|${facility_id}|${department}`,
      debit - credit,
    ])
    .filter(([, net]) => net !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const last = await row<{ n: number; last: number | null }>(
    sql`select count(*) as n, max(chain_no) as last from journal_entries
      where hospital_id = ${hospital_id} and entry_date <= ${ends_on}`,
  )
  const in_year = await row<{ n: number }>(
    sql`select count(*) as n from journal_entries where hospital_id = ${hospital_id}
      and entry_date between ${year.starts_on} and ${ends_on}`,
  )
  const plan = planOf(books, year, totals, last?.n ?? 0, last?.last ?? 0)
  return { plan, entries: in_year?.n ?? 0, totals, branches: await branchesOf(books, year, totals) }
}

/** ACC-68: canonical JSON of what the books to the year's end are made of. */
export const planOf = (
  { map, preferences }: Pick<Books, 'map' | 'preferences'>,
  { id, close_version, ends_on }: YearRow,
  totals: readonly [string, number][],
  entries: number,
  chain_no: number,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify({
        fiscal_year: id,
        close_version,
        ends_on,
        totals,
        entries,
        chain_no,
        retained: map.roles['retained'] ?? null,
        drawings_to_retained: preferences.drawings_to_retained,
      }),
    )
    .digest('hex')

export const snapshotHash = (totals: readonly [string, number][]): string =>
  createHash('sha256').update(JSON.stringify(totals)).digest('hex')

async function branchesOf(
  books: Books,
  { starts_on: from, ends_on: to }: YearRow,
  totals: readonly [string, number][],
): Promise<BranchFigures[]> {
  const { hospital_id, chart, map, preferences } = books
  const found = await sums(hospital_id, ['account_id', 'facility_id', 'department'], { from, to })
  const by_branch = new Map<string, BranchFigures>()
  const branch = (facility_id: string): BranchFigures => {
    const known = by_branch.get(facility_id)
    if (known !== undefined) return known
    const made = { facility_id, income: 0, expense: 0, surplus: 0, lines: [] as Line[] }
    by_branch.set(facility_id, made)
    return made
  }
  const ordered = found.toSorted((a, b) => (keyOf(chart, a) < keyOf(chart, b) ? -1 : 1))
  for (const { account_id, facility_id, department, debit, credit } of ordered) {
    const kind = chart.by_id.get(account_id)?.kind
    const net = debit - credit
    if ((kind !== 'INCOME' && kind !== 'EXPENSE') || net === 0) continue
    const figures = branch(facility_id)
    if (kind === 'INCOME') figures.income -= net
    else figures.expense += net
    figures.lines.push(against(account_id, facility_id, department, net))
  }
  const drawings = preferences.drawings_to_retained ? (map.roles['drawings'] ?? '') : ''
  for (const [key, net] of totals) {
    const [account_id = '', facility_id = ''] = key.split('|')
    if (account_id === drawings)
      branch(facility_id).lines.push(against(account_id, facility_id, '', net))
  }
  const retained = map.roles['retained'] ?? ''
  for (const figures of by_branch.values()) {
    figures.surplus = figures.income - figures.expense
    const rest = figures.lines.reduce((total, { debit, credit }) => total + debit - credit, 0)
    if (rest !== 0) figures.lines.push(against(retained, figures.facility_id, '', rest))
  }
  return [...by_branch.values()].filter(({ lines }) => lines.length > 0)
}

const keyOf = (
  { by_id }: Books['chart'],
  {
    account_id,
    facility_id,
    department,
  }: Record<'account_id' | 'facility_id' | 'department', string>,
): string => `${facility_id}|${by_id.get(account_id)?.code ?? ''}|${department}`

/** The line that brings a balance to nothing. */
const against = (
  account_id: string,
  facility_id: string,
  department: string,
  net: number,
): Line => ({
  account_id,
  facility_id,
  debit: net < 0 ? -net : 0,
  credit: net > 0 ? net : 0,
  department: department === '' ? null : department,
  description: null,
  party_kind: null,
  party_id: null,
  tax_code: null,
  currency: null,
  foreign_amount: null,
  automatic: true,
})
