// At a merge of two records what the one had becomes the other's, and back at its undo (BIL-170).

import { rows, run } from '../../../store/connection.ts'
import { oneOf, raw, sql } from '../../../store/sql.ts'
import { noteWritten } from '../../../store/table.ts'
import type { Repoint } from '../../registry.ts'

const tables = ['cover_uses', 'authorisations', 'preauthorisations', 'estimates'] as const

export const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const moved: Record<string, string[]> = {}
  for (const name of tables) {
    const chosen = only === undefined ? sql`` : sql` and id${oneOf(only[name] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select id from ${raw(name)} where hospital_id = ${hospital_id}
        and patient_id = ${from}${chosen}`,
    )
    if (found.length === 0) continue
    const ids = found.map(({ id }) => id)
    await run(
      sql`update ${raw(name)} set patient_id = ${to}
        where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
    )
    noteWritten(name, ids)
    moved[name] = ids
  }
  return moved
}
