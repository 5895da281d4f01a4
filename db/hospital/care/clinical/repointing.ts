// What hangs on a patient in care follows a merge and goes back at its undo (CAR-215, PAT-19, PAT-21).

import { rows, run } from '../../../store/connection.ts'
import { oneOf, raw, type Sql, sql } from '../../../store/sql.ts'
import type { Repoint } from '../../registry.ts'

/** Which rows go along to the kept record: all of them, where it cannot hold the same already. */
export const everyRow = (): Sql => sql`1 = 1`

export const repointing =
  (tables: Readonly<Record<string, (to: string) => Sql>>): Repoint =>
  async ({ hospital_id }, { from, to, only }) => {
    const moved: Record<string, string[]> = {}
    for (const [table, differs] of Object.entries(tables)) {
      const chosen = only === undefined ? differs(to) : sql`id${oneOf(only[table] ?? [])}`
      const found = await rows<{ id: string }>(
        sql`select id from ${raw(table)} where hospital_id = ${hospital_id}
          and patient_id = ${from} and ${chosen}`,
      )
      const ids = found.map(({ id }) => id)
      if (ids.length === 0) continue
      await run(
        sql`update ${raw(table)} set patient_id = ${to}
          where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
      )
      moved[table] = ids
    }
    return moved
  }
