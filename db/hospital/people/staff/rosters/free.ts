// Shifts that somebody cannot stand in any more: they are open for others (people 3.1, 3.5).

import { run } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { sql, when, where } from '../../../../store/sql.ts'

/** Of rosters that are out; how many there were. A draft shows the clash instead. */
export const freeShifts = (
  { hospital_id }: Of,
  staff_id: string,
  { from, to, department }: { from: string; to?: string; department?: string },
): Promise<number> =>
  run(
    sql`update roster_shifts set staff_id = null, status = 'OPEN'${where([
      sql`hospital_id = ${hospital_id}`,
      sql`staff_id = ${staff_id}`,
      sql`status = 'PLANNED'`,
      sql`date >= ${from}`,
      when(to, sql`date <= ${to ?? ''}`),
      when(department, sql`department = ${department ?? ''}`),
      sql`roster_id in (select id from rosters where status = 'PUBLISHED')`,
    ])}`,
  )
