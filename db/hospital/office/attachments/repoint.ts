// Two records of one patient become one: files and photo follow (platform 4.17), and go back again.

import type { Caller } from '../../../core/caller.ts'
import { rows, run } from '../../../store/connection.ts'
import { oneOf, type Sql, sql, when, where } from '../../../store/sql.ts'
import { photos } from './tables.ts'

type Ids = Readonly<Record<string, readonly string[]>>

/** In the caller's transaction; answers the rows that moved. A photo that the other has stays. */
export async function repointPatient(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { from, to, only }: { from: string; to: string; only?: Ids },
): Promise<Record<string, string[]>> {
  const of = sql`hospital_id = ${hospital_id}`
  const files = await idsOf(
    sql`select id from attachments${where([of, sql`patient_id = ${from}`, within(only, 'attachments')])}`,
  )
  await run(
    sql`update attachments set patient_id = ${to},
      entity_id = case when entity_type = 'patient' and entity_id = ${from} then ${to} else entity_id end
      where ${of} and id${oneOf(files)}`,
  )
  const there = await photos.find({ hospital_id, subject: 'patient', subject_id: to })
  const pictures =
    there !== undefined
      ? []
      : await idsOf(
          sql`select id from photos${where([of, sql`subject = 'patient'`, sql`subject_id = ${from}`, within(only, 'photos')])}`,
        )
  await run(sql`update photos set subject_id = ${to} where ${of} and id${oneOf(pictures)}`)
  return { attachments: files, photos: pictures }
}

const within = (only: Ids | undefined, table: string): Sql | undefined =>
  when(only, sql`id${oneOf(only?.[table] ?? [])}`)

const idsOf = async (statement: Sql): Promise<string[]> =>
  (await rows<{ id: string }>(statement)).map(({ id }) => id)
