// Vitals, their watches and alerts follow a merge and its undo (PAT-19, PAT-21).

import type { Caller } from '../../../core/caller.ts'
import { rows, run } from '../../../store/connection.ts'
import { oneOf, raw, sql } from '../../../store/sql.ts'

const moving: Readonly<Record<string, string>> = {
  vitals: 'id',
  vital_alerts: 'id',
  vital_watches: 'visit_id',
}

export async function repointVitals(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  asked: {
    from: string
    to: string
    only?: Readonly<Record<string, readonly string[]>>
  },
): Promise<Record<string, string[]>> {
  const moved: Record<string, string[]> = {}
  for (const [table, key] of Object.entries(moving)) {
    const own =
      asked.only === undefined ? sql`` : sql` and ${raw(key)}${oneOf(asked.only[table] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select ${raw(key)} as id from ${raw(table)}
        where hospital_id = ${hospital_id} and patient_id = ${asked.from}${own}`,
    )
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) continue
    await run(
      sql`update ${raw(table)} set patient_id = ${asked.to}
        where hospital_id = ${hospital_id} and ${raw(key)}${oneOf(ids)}`,
    )
    moved[table] = ids
  }
  return moved
}
