// What pay asks of staff records.

import { row } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { markOf } from '../../../../store/mark.ts'
import { attendance_periods } from '../attendance/tables.ts'
import { staff_bank_accounts } from '../banks/tables.ts'
import { cadres } from '../cadres/tables.ts'
import { holidays, leave_entries, leave_requests, leave_types } from '../leave/tables.ts'
import { people_settings } from '../settings/tables.ts'
import type { StaffRow } from './rows.ts'
import { staff, staff_suspensions } from './tables.ts'

/** The last day of service, where one is known. */
export const lastDayOf = ({
  exited_on,
  leaves_on,
}: Pick<StaffRow, 'exited_on' | 'leaves_on'>): string | null => exited_on ?? leaves_on

interface Between {
  from: string
  to: string
}

/** Employed on a day of these, in the order of their numbers; of these branches, of these people. */
export function employedIn(
  { hospital_id }: Of,
  {
    from,
    to,
    facility_ids,
    staff_ids,
  }: Between & {
    facility_ids: readonly string[]
    staff_ids: readonly string[] | null
  },
): Promise<StaffRow[]> {
  return staff.read(
    sql`select ${staff.selection()} from staff where hospital_id = ${hospital_id}
      and hired_on <= ${to} and coalesce(exited_on, leaves_on, '9999') >= ${from}
      ${facility_ids.length === 0 ? sql`` : sql`and facility_id${oneOf(facility_ids)}`}
      ${staff_ids === null ? sql`` : sql`and id${oneOf(staff_ids)}`}
      order by number, id`,
  )
}

/** Another word as soon as anything is written that pay asks of staff; a closed month of attendance stays as it is. */
export const markOfStaff = (caller: Of): Promise<string> =>
  markOf(caller, [
    staff,
    staff_suspensions,
    cadres,
    people_settings,
    staff_bank_accounts,
    leave_types,
    leave_requests,
    leave_entries,
    holidays,
    attendance_periods,
  ])

/** A volunteer is not counted among those whom a levy counts. */
export async function headcountIn({ hospital_id }: Of, { from, to }: Between): Promise<number> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from staff where hospital_id = ${hospital_id}
      and hired_on <= ${to} and coalesce(exited_on, leaves_on, '9999') >= ${from}
      and employment_type <> 'VOLUNTEER'`,
  )
  return Number(found?.n ?? 0)
}

/** The records of these, by id; who is none is left out. */
export async function recordsOf(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, StaffRow>> {
  const found = await staff.all({ hospital_id, id: [...new Set(ids)] })
  return new Map(found.map((one) => [one.id, one]))
}
