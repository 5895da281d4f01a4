// Branches and departments, as the search over everything finds them.

import { rows } from '../../../store/connection.ts'
import { beginning } from '../../../store/search.ts'
import { raw, sql } from '../../../store/sql.ts'
import type { SearchKind } from '../../registry.ts'

interface Found {
  id: string
  title: string
  reference: string
  kind: string
  status: string
}

const kindOf = (type: string, table: string, status: string): SearchKind => ({
  type,
  permission: 'self:use',
  async find(caller, words, limit) {
    const code = words.toUpperCase()
    const found = await rows<Found>(
      sql`select id, name as title, code as reference, kind, ${raw(status)} as status from ${raw(table)}
        where hospital_id = ${caller.hospital_id}
        and (code = ${code} or ${beginning(table, words) ?? raw('false')})
        order by case when code = ${code} then 0 else 1 end, name_key, id limit ${limit}`,
    )
    return found.map(({ kind, ...place }) => ({
      type,
      ...place,
      subtitle: kind,
      patient_id: null,
      path: `/${table}/${place.id}`,
    }))
  },
})

export const facility_search = kindOf('facility', 'facilities', 'status')
export const department_search = kindOf(
  'department',
  'departments',
  "case when active then 'ACTIVE' else 'INACTIVE' end",
)
