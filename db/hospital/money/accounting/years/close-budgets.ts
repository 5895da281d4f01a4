// Budgets follow their year as it closes and opens again.

import { run } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { YearRow } from '../books.ts'

/** Budgets of the year's months and of the year itself go with it. */
export const moveBudgets = (
  hospital_id: string,
  { starts_on, ends_on }: YearRow,
  from: 'APPROVED' | 'CLOSED',
  to: 'APPROVED' | 'CLOSED',
): Promise<number> =>
  run(
    sql`update budgets set status = ${to}, version = version + 1
      where hospital_id = ${hospital_id} and status = ${from}
        and period_year * 100 + case when period_month = 0 then 1 else period_month end
          between ${Number(starts_on.slice(0, 7).replace('-', ''))}
          and ${Number(ends_on.slice(0, 7).replace('-', ''))}`,
  )
