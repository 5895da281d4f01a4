// Two records of one patient become one: files and photo follow (platform 4.17).

import type { Caller } from '../../caller.ts'
import { run } from '../../connection.ts'
import { sql } from '../../sql.ts'
import { photos } from './tables.ts'

/** In the caller's transaction. A photo that the remaining record has stays. */
export async function repointPatient(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await run(
    sql`update attachments set patient_id = ${to} where hospital_id = ${hospital_id} and patient_id = ${from}`,
  )
  await run(
    sql`update attachments set entity_id = ${to} where hospital_id = ${hospital_id} and entity_type = 'patient' and entity_id = ${from}`,
  )
  const there = await photos.find({ hospital_id, subject: 'patient', subject_id: to })
  if (there !== undefined) return
  await photos.change({ hospital_id, subject: 'patient', subject_id: from }, { subject_id: to })
}
