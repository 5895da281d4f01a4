// Messages follow a merge; wishes of the record that is kept stay as they are (PAT-19).

import { run, rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { Repoint } from '../../registry.ts'

export const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const ids =
    only === undefined
      ? (
          await rows<{ id: string }>(
            sql`select id from patient_messages
              where hospital_id = ${hospital_id} and patient_id = ${from}`,
          )
        ).map(({ id }) => id)
      : [...(only['patient_messages'] ?? [])]
  if (ids.length === 0) return {}
  await run(
    sql`update patient_messages set patient_id = ${to}
      where hospital_id = ${hospital_id} and patient_id = ${from} and id${oneOf(ids)}`,
  )
  return { patient_messages: ids }
}
