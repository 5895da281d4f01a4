// What the portal keeps of a patient follows a merge and goes back at its undo (PAT-19, PAT-21).

import { rows, run } from '../../../store/connection.ts'
import { oneOf, raw, sql } from '../../../store/sql.ts'
import type { Repoint } from '../../registry.ts'
import { repointAccount } from './standing.ts'

const followers = ['portal_threads', 'portal_documents'] as const

export const repointPatient: Repoint = async (caller, { from, to, only }) => {
  const { hospital_id } = caller
  const moved = await repointAccount(caller, { from, to, ...(only === undefined ? {} : { only }) })
  for (const table of followers) {
    const found =
      only === undefined
        ? await rows<{ id: string }>(
            sql`select id from ${raw(table)} where hospital_id = ${hospital_id}
              and patient_id = ${from}`,
          )
        : (only[table] ?? []).map((id) => ({ id }))
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) continue
    await run(
      sql`update ${raw(table)} set patient_id = ${to} where hospital_id = ${hospital_id}
        and patient_id = ${from} and id${oneOf(ids)}`,
    )
    moved[table] = ids
  }
  return moved
}
