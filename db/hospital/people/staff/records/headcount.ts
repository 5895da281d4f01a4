// How many people a department has, and how they stand (people 8): a line a department.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql, where } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { facilityCodes } from '../../../office/places/briefs.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { away_states } from '../leave/words.ts'
import { scopeOfPeople } from './scope.ts'

export interface Headcount {
  facility: string
  department: string
  people: number
  on_probation: number
  suspended: number
  leaving: number
  on_leave: number
}

/** Of the caller's branches, and of whom the caller sees (HR-1). */
export async function headcount(caller: Caller): Promise<Headcount[]> {
  const day = await today(caller)
  const away = sql`exists (select 1 from leave_requests l where l.staff_id = s.id
    and l.status${oneOf(away_states)} and l.starts_on <= ${day} and l.ends_on >= ${day}
    and (l.recalled_on is null or l.recalled_on > ${day}) and l.half_day is null)`
  const found = await rows<Omit<Headcount, 'facility'> & { facility_id: string }>(
    sql`select s.facility_id, s.department, count(*) as people,
      sum(case when s.status = 'PROBATION' then 1 else 0 end) as on_probation,
      sum(case when s.status = 'SUSPENDED' then 1 else 0 end) as suspended,
      sum(case when s.status = 'NOTICE' then 1 else 0 end) as leaving,
      sum(case when ${away} then 1 else 0 end) as on_leave
      from staff s${where([
        sql`s.hospital_id = ${caller.hospital_id}`,
        sql`s.status <> 'EXITED'`,
        await inScope(caller, undefined, 's.facility_id'),
        await scopeOfPeople(caller, 's'),
      ])} group by s.facility_id, s.department`,
  )
  const codes = new Map([...(await facilityCodes(caller))].map(([code, id]) => [id, code]))
  return found
    .map(({ facility_id, department, ...one }) => ({
      facility: codes.get(facility_id) ?? '',
      department,
      people: Number(one.people),
      on_probation: Number(one.on_probation),
      suspended: Number(one.suspended),
      leaving: Number(one.leaving),
      on_leave: Number(one.on_leave),
    }))
    .toSorted(byPlace)
}

const byPlace = (a: Headcount, b: Headcount): number =>
  a.facility.localeCompare(b.facility) || a.department.localeCompare(b.department)
