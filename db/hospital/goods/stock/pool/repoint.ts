// Two records of one person become one (STK-165): what is held or asked for the patient follows. Moves and
// lines of the register keep what was written and are read through the merge.

import { rows, run } from '../../../../store/connection.ts'
import { oneOf, raw, sql } from '../../../../store/sql.ts'
import type { Repoint } from '../../../registry.ts'

const followed = ['stock_reservations', 'requisitions'] as const

export const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const moved: Record<string, string[]> = {}
  for (const name of followed) {
    const table = raw(name)
    const chosen = only === undefined ? sql`` : sql` and id${oneOf(only[name] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select id from ${table} where hospital_id = ${hospital_id} and patient_id = ${from}${chosen}`,
    )
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) continue
    await run(
      sql`update ${table} set patient_id = ${to} where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
    )
    moved[name] = ids
  }
  return moved
}
