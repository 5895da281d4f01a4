// Where a point of care gives away by its name what somebody came for.

import { rows } from '../../../store/connection.ts'
import type { Of } from '../../../store/record-of.ts'
import { sql } from '../../../store/sql.ts'

/** Departments of restricted points, as they are written. */
export async function restrictedDepartments({ hospital_id }: Of): Promise<ReadonlySet<string>> {
  const found = await rows<{ department: string }>(
    sql`select distinct department from service_points where hospital_id = ${hospital_id}
      and restricted and department is not null`,
  )
  return new Set(found.map(({ department }) => department))
}
