// The payslip with which somebody was paid out.

import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { posted_slips } from '../words.ts'
import type { SlipRow } from '../runs/paid-before.ts'
import { payslips } from './tables.ts'

/** Of the month of the last day, from a FINAL run that is in the books. */
export async function finalSlipOf(
  { hospital_id }: Of,
  { staff_id, last_day }: { staff_id: string; last_day: string },
): Promise<SlipRow | undefined> {
  const [year = 0, month = 0] = last_day.split('-').map(Number)
  const [found] = await payslips.read(
    sql`select ${payslips.selection()} from payslips where hospital_id = ${hospital_id}
      and staff_id = ${staff_id} and period_year = ${year} and period_month = ${month}
      and status${oneOf(posted_slips)}
      and run_id in (select id from payroll_runs where hospital_id = ${hospital_id} and kind = 'FINAL')
      order by id limit 1`,
  )
  return found
}

/** HR-90: whom a FINAL run paid out, no REGULAR one of that month or later pays again. */
export async function paidOutIn(
  { hospital_id }: Of,
  { year, month }: { year: number; month: number },
  ids: readonly string[],
): Promise<Set<string>> {
  const found = await payslips.read(
    sql`select ${payslips.selection()} from payslips where hospital_id = ${hospital_id}
      and staff_id${oneOf(ids)} and period_year = ${year} and period_month = ${month}
      and status${oneOf(posted_slips)}
      and run_id in (select id from payroll_runs where hospital_id = ${hospital_id} and kind = 'FINAL')`,
  )
  return new Set(found.map(({ staff_id }) => staff_id))
}
