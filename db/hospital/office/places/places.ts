// What other areas ask of places (platform 4.17): the open branches, departments and locations.

import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { row } from '../../../store/connection.ts'
import { invalid } from '../../../core/refusal.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import * as tables from './tables.ts'
import type { location_kinds } from './words.ts'

type Tenant = Pick<Caller, 'hospital_id'>
export type FacilityRow = RowOf<(typeof tables.facilities)['columns']>
export type DepartmentRow = RowOf<(typeof tables.departments)['columns']>
export type LocationRow = RowOf<(typeof tables.locations)['columns']>

export const facilities = ({ hospital_id }: Tenant): Promise<FacilityRow[]> =>
  tables.facilities.all({ hospital_id, status: 'ACTIVE' }, { order: ['name_key', 'id'] })

/** With a branch: its own departments and those of every branch. */
export const departments = (
  { hospital_id }: Tenant,
  facility_id?: string,
): Promise<DepartmentRow[]> =>
  tables.departments.read(
    sql`select ${tables.departments.selection()} from departments${where([
      sql`hospital_id = ${hospital_id}`,
      sql`active`,
      when(facility_id, sql`(facility_id is null or facility_id = ${facility_id})`),
    ])} order by sort_order, name_key, id`,
  )

export const locations = (
  { hospital_id }: Tenant,
  { kind, facility_id }: { kind?: (typeof location_kinds)[number]; facility_id?: string } = {},
): Promise<LocationRow[]> =>
  tables.locations.all(
    { hospital_id, kind, facility_id, active: true },
    { order: ['sort_order', 'name', 'id'] },
  )

/** PLT-14: an active department by code or by name; it is kept by its name. */
export async function resolveDepartment(
  { hospital_id }: Tenant,
  text: string,
): Promise<{ id: string; name: string }> {
  const typed = text.trim()
  const found = await row<{ id: string; name: string }>(
    sql`select id, name from departments where hospital_id = ${hospital_id} and active
      and (code = ${capitals(typed)} or name_key = ${folded(typed)})
      order by case when code = ${capitals(typed)} then 0 else 1 end limit 1`,
  )
  if (found === undefined) throw invalid('department', `"${text}" is not known.`)
  return found
}
