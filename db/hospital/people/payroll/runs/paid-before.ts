// What earlier runs paid: of the same month, of the year, and what they left for later.

import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { type Carried, type Earning, payslips, type YearToDate } from '../slips/tables.ts'
import { posted_slips } from '../words.ts'
import type { RunRow } from './record.ts'

export type SlipRow = RowOf<(typeof payslips)['columns']>

/** By code. */
export interface PaidAlready {
  earnings: Map<string, number>
  deductions: Map<string, number>
  employer: Map<string, number>
  taxable_pay: number
  /** Lines of arrears that were paid in the same month. */
  arrears: Earning[]
}

/** A REGULAR run pays the whole month; another one what is left of it (HR-90). */
export async function paidInMonth(
  { hospital_id }: Of,
  run: RunRow,
  ids: readonly string[],
): Promise<(staff_id: string) => PaidAlready> {
  const { period_year, period_month } = run
  const found =
    run.kind === 'REGULAR'
      ? []
      : await payslips.all({
          hospital_id,
          staff_id: [...ids],
          period_year,
          period_month,
          status: [...posted_slips],
        })
  const by_person = Map.groupBy(found, ({ staff_id }) => staff_id)
  return (staff_id) => {
    const own = by_person.get(staff_id) ?? []
    return {
      earnings: byCode(own.flatMap(({ earnings }) => earnings.filter(({ of }) => !of))),
      arrears: own.flatMap(({ earnings }) => earnings.filter(({ of }) => Boolean(of))),
      // Of a loan its own balance says what was taken.
      deductions: byCode(
        own.flatMap(({ deductions }) => deductions.filter(({ loan_id }) => loan_id === null)),
      ),
      employer: byCode(own.flatMap(({ employer }) => employer)),
      taxable_pay: own.reduce((sum, { taxable_pay }) => sum + taxable_pay, 0),
    }
  }
}

function byCode(lines: readonly { code: string; amount: number }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { code, amount } of lines) sums.set(code, (sums.get(code) ?? 0) + amount)
  return sums
}

/** Of the months of the year before this one. */
export async function yearsOf(
  { hospital_id }: Of,
  { id, period_year, period_month }: RunRow,
  ids: readonly string[],
): Promise<(staff_id: string) => YearToDate> {
  const found = await payslips.read(
    sql`select ${payslips.selection()} from payslips where hospital_id = ${hospital_id}
      and staff_id${oneOf(ids)} and period_year = ${period_year}
      and period_month <= ${period_month} and status${oneOf(posted_slips)} and run_id <> ${id}`,
  )
  const by_person = Map.groupBy(found, ({ staff_id }) => staff_id)
  return (staff_id) => {
    const own = by_person.get(staff_id) ?? []
    const sum = (of: (slip: SlipRow) => number): number =>
      own.reduce((all, one) => all + of(one), 0)
    return {
      gross: sum(({ gross }) => gross),
      taxable: sum(({ taxable_pay }) => taxable_pay),
      tax: sum(taxOf),
      net: sum(({ net }) => net),
    }
  }
}

export const taxOf = ({ deductions }: Pick<SlipRow, 'deductions'>): number =>
  deductions.find(({ code }) => code === 'PAYE')?.amount ?? 0

/** HR-101: of the last month that was posted before this one. */
export async function carriedOf(
  { hospital_id }: Of,
  { kind, period_year, period_month }: RunRow,
  ids: readonly string[],
): Promise<Map<string, Carried[]>> {
  if (kind === 'SUPPLEMENTARY') return new Map()
  const month = period_year * 12 + period_month
  const found = await payslips.read(
    sql`select ${payslips.selection()} from payslips where hospital_id = ${hospital_id}
      and staff_id${oneOf(ids)} and status${oneOf(posted_slips)}
      and period_year * 12 + period_month = ${month - 1}`,
  )
  return new Map(
    found
      .filter(({ carried }) => carried.length > 0)
      .map(({ staff_id, carried }) => [staff_id, carried]),
  )
}
