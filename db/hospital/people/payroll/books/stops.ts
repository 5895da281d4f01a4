// What of pay stands in the way of a year's close (ACC-69): C05, runs of its months that are not posted.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { Stop } from '../../../neighbours/books.ts'

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

export async function stopsOfPay(
  { hospital_id }: Caller,
  { from, to }: { from: string; to: string },
): Promise<Stop[]> {
  const found = await rows<{ id: string; number: string }>(
    sql`select id, number from payroll_runs where hospital_id = ${hospital_id}
      and status in ('DRAFT', 'CALCULATED', 'APPROVED')
      and period_year * 12 + period_month between ${monthOf(from)} and ${monthOf(to)}
      order by number`,
  )
  return found.map(({ id, number }) => ({
    code: 'C05',
    kind: 'payroll_run',
    id,
    reference: number,
  }))
}
