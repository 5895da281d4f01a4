// Whether rows were written since they were read, without reading them again.

import { row } from './connection.ts'
import type { Of } from './record-of.ts'
import { join, raw, type Sql, sql } from './sql.ts'
import type { Table } from './table.ts'

type Marked = Pick<Table, 'name'> & { columns: object }

/** Another word as soon as one row of these tables comes, goes or is changed. */
export async function markOf({ hospital_id }: Of, of: readonly Marked[]): Promise<string> {
  const each = of.map(({ name, columns }): Sql => {
    const versions = 'version' in columns ? sql`coalesce(sum(version), 0)` : sql`0`
    return sql`(select count(*) || ' ' || ${versions} || ' ' || coalesce(max(updated_at), '')
      from ${raw(name)} where hospital_id = ${hospital_id}) as ${raw(`of_${name}`)}`
  })
  const found = await row(sql`select ${join(each, ', ')}`)
  return JSON.stringify(Object.values(found ?? {}))
}
