// Whether a patient is seen for the first time in the year at a branch (2.4, VIS-7).

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { Visit } from '../rows.ts'

/** What was cancelled does not count; nor does the visit itself, where it stands already. */
export async function attendanceOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { patient_id, facility_id, day }: { patient_id: string; facility_id: string; day: string },
  visit_id = '',
): Promise<Visit['attendance']> {
  const before = await row(
    sql`select 1 as yes from visits where hospital_id = ${hospital_id}
      and patient_id = ${patient_id} and facility_id = ${facility_id} and id <> ${visit_id}
      and opened_on >= ${`${day.slice(0, 4)}-01-01`} and opened_on <= ${day}
      and status <> 'CANCELLED' limit 1`,
  )
  return before === undefined ? 'NEW' : 'REATTENDANCE'
}
