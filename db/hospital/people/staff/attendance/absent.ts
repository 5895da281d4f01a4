// Who should be at work and did not clock in: shifts of today that have begun (people 8).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql, where } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { away_states } from '../leave/words.ts'
import { scopeOfPeople } from '../records/scope.ts'

export interface Absent {
  staff_number: string
  full_name: string
  department: string
  phone: string | null
  shift: string
  starts_at: string
}

/** Leave is no absence, and on call is none before somebody is called. */
export async function absentNow(caller: Caller): Promise<Absent[]> {
  const { hospital_id } = caller
  const day = await today(caller)
  return rows<Absent>(
    sql`select s.number as staff_number, s.full_name, h.department, s.phone, h.code as shift,
      h.starts_at from roster_shifts h
      join rosters r on r.id = h.roster_id and r.status <> 'DRAFT'
      join staff s on s.id = h.staff_id${where([
        sql`h.hospital_id = ${hospital_id}`,
        sql`h.date = ${day} and h.status = 'PLANNED' and h.starts_at <= ${clock.instant()}`,
        sql`(not h.on_call or h.called_in)`,
        sql`not exists (select 1 from attendance a where a.staff_id = s.id and a.date = ${day}
          and a.clock_in_at is not null)`,
        sql`not exists (select 1 from leave_requests l where l.staff_id = s.id
          and l.status${oneOf(away_states)} and l.starts_on <= ${day} and l.ends_on >= ${day}
          and (l.recalled_on is null or l.recalled_on > ${day}))`,
        await inScope(caller, undefined, 'h.facility_id'),
        await scopeOfPeople(caller, 's'),
      ])} order by h.starts_at, s.name_key, s.id`,
  )
}
