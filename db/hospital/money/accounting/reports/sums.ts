// Sums of posted lines over any days: whole months from the totals, the rest from the lines.

import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { join, nothing, oneOf, raw, type Sql, sql, when, where } from '../../../../store/sql.ts'

export interface Range {
  /** Absent: from the first line on. */
  from?: string | undefined
  /** Absent: to the last. */
  to?: string | undefined
}

export interface Only extends Range {
  account_ids?: readonly string[] | undefined
  facility_id?: string | undefined
  department?: string | undefined
  /** Closing entries are counted, left out, or looked at alone. */
  closing?: 'with' | 'without' | 'only'
}

export interface Sum {
  debit: number
  credit: number
  lines: number
}
type By = 'account_id' | 'facility_id' | 'department' | 'month'
export type SumOf<K extends By> = Sum & { [key in K]: string }

export async function sums<const K extends By>(
  hospital_id: string,
  by: readonly K[],
  only: Only,
): Promise<SumOf<K>[]> {
  const pieces = [
    ...monthsOf(only).map((range) => fromTotals(hospital_id, only, range)),
    ...daysOf(only).map((range) => fromLines(hospital_id, only, range)),
  ]
  if (pieces.length === 0) return []
  const keys = raw(by.map((key) => `${key}, `).join(''))
  const grouping = by.length === 0 ? nothing : raw(` group by ${by.join(', ')}`)
  return rows<SumOf<K>>(
    sql`select ${keys}cast(coalesce(sum(debit), 0) as bigint) as debit,
      cast(coalesce(sum(credit), 0) as bigint) as credit,
      cast(coalesce(sum(line_count), 0) as bigint) as lines
      from (${join(pieces, ' union all ')}) as pieces${grouping}`,
  )
}

/** Debit less credit of everything that is asked for. */
export async function net(hospital_id: string, only: Only): Promise<number> {
  const [found] = await sums(hospital_id, [], only)
  return found === undefined ? 0 : found.debit - found.credit
}

const fromTotals = (hospital_id: string, only: Only, { from, to }: Range): Sql =>
  sql`select account_id, facility_id, department, month, debit, credit, line_count
    from ledger_totals${where([
      sql`hospital_id = ${hospital_id}`,
      when(from, sql`month >= ${from}`),
      when(to, sql`month <= ${to}`),
      ...conditions(only),
      when(only.department, sql`department = ${only.department}`),
    ])}`

const fromLines = (hospital_id: string, only: Only, { from, to }: Range): Sql =>
  sql`select account_id, facility_id, coalesce(department, '') as department,
    substr(entry_date, 1, 7) as month, debit, credit, 1 as line_count from journal_lines${where([
      sql`hospital_id = ${hospital_id}`,
      sql`entry_date between ${from} and ${to}`,
      ...conditions(only),
      when(only.department, sql`department = ${only.department}`),
    ])}`

const conditions = (only: Only): (Sql | undefined)[] => [
  only.account_ids === undefined ? undefined : sql`account_id${oneOf(only.account_ids)}`,
  when(only.facility_id, sql`facility_id = ${only.facility_id}`),
  only.closing === 'without' ? sql`not closing` : undefined,
  only.closing === 'only' ? sql`closing` : undefined,
]

export const monthOf = (day: string): string => day.slice(0, 7)
export const firstOf = (month: string): string => `${month}-01`
export const lastOf = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return nextDay(
    number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`,
    -1,
  )
}

const isFirst = (day: string): boolean => day.endsWith('-01')
const isLast = (day: string): boolean => lastOf(monthOf(day)) === day

/** The months that lie whole inside; at most one run of them. */
function monthsOf({ from, to }: Range): Range[] {
  const first =
    from === undefined ? undefined : isFirst(from) ? monthOf(from) : after(monthOf(from))
  const last = to === undefined ? undefined : isLast(to) ? monthOf(to) : before(monthOf(to))
  if (first !== undefined && last !== undefined && first > last) return []
  return [{ from: first, to: last }]
}

/** The days of the months that begin or end outside; all of them lie in two months at most. */
function daysOf({ from, to }: Range): Range[] {
  if (from !== undefined && to !== undefined && monthOf(from) === monthOf(to)) {
    return isFirst(from) && isLast(to) ? [] : [{ from, to }]
  }
  const pieces: Range[] = []
  if (from !== undefined && !isFirst(from)) pieces.push({ from, to: lastOf(monthOf(from)) })
  if (to !== undefined && !isLast(to)) pieces.push({ from: firstOf(monthOf(to)), to })
  return pieces
}

const after = (month: string): string => monthOf(nextDay(lastOf(month)))
const before = (month: string): string => monthOf(nextDay(firstOf(month), -1))
