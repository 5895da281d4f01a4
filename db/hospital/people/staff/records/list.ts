// The directory, and who has what gap.

import type { Caller } from '../../../../core/caller.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { gapConditions } from './gaps.ts'
import { scopeOfPeople } from './scope.ts'
import type { StaffFilter, StaffShort } from './shapes.ts'
import { shortOf } from './shown.ts'
import { staff } from './tables.ts'

/** Everybody stands in it; what is missing in a record is seen of one's own people (HR-1). */
export async function list(
  caller: Caller,
  asked: StaffFilter & PageAsked,
): Promise<Page<StaffShort>> {
  const found = await pageFrom(staff, asked, {
    alias: 's',
    from: sql` from staff s join cadres c on c.id = s.cadre_id${where([
      sql`s.hospital_id = ${caller.hospital_id}`,
      when(asked.facility_id, sql`s.facility_id = ${asked.facility_id}`),
      when(asked.status, sql`s.status = ${asked.status}`),
      when(asked.department, sql`lower(s.department) = ${asked.department?.toLowerCase()}`),
      when(asked.cadre_id, sql`s.cadre_id = ${asked.cadre_id}`),
      when(asked.employment_type, sql`s.employment_type = ${asked.employment_type}`),
      when(asked.supervisor_id, sql`s.supervisor_id = ${asked.supervisor_id}`),
      when(asked.joined_from, sql`s.hired_on >= ${asked.joined_from}`),
      when(asked.joined_to, sql`s.hired_on <= ${asked.joined_to}`),
      ...(await ofGaps(caller, asked)),
      await called(caller, asked.search),
    ])}`,
    order: sql` order by s.name_key, s.id`,
  })
  return { rows: await shortOf(caller, found.rows), meta: found.meta }
}

async function ofGaps(caller: Caller, { gap }: StaffFilter): Promise<(Sql | undefined)[]> {
  if (gap === undefined) return []
  return [(await gapConditions(caller))[gap], await scopeOfPeople(caller, 's')]
}

/** By name, number and telephone, or by the number of a licence. */
async function called(
  { hospital_id }: Caller,
  typed: string | undefined,
): Promise<Sql | undefined> {
  const found = matching('staff', typed, 's')
  if (found === undefined) return undefined
  const number = (typed ?? '').trim().toLowerCase()
  return sql`(${found} or s.id in (select l.staff_id from staff_licences l
    where l.hospital_id = ${hospital_id} and l.number_key = ${number}))`
}
