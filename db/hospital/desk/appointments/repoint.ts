// Appointments and places on the waiting list follow a merge (PAT-19).

import { rows, run } from '../../../store/connection.ts'
import { oneOf, raw, sql } from '../../../store/sql.ts'
import type { Repoint } from '../../registry.ts'

const followers = ['appointments', 'appointment_waitlist'] as const

export const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const moved: Record<string, string[]> = {}
  for (const table of followers) {
    const ids =
      only === undefined
        ? (
            await rows<{ id: string }>(
              sql`select id from ${raw(table)} where hospital_id = ${hospital_id}
                and patient_id = ${from}`,
            )
          ).map(({ id }) => id)
        : [...(only[table] ?? [])]
    if (ids.length === 0) continue
    await run(
      sql`update ${raw(table)} set patient_id = ${to} where hospital_id = ${hospital_id}
        and patient_id = ${from} and id${oneOf(ids)}`,
    )
    moved[table] = ids
  }
  return moved
}
