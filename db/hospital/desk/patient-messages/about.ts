// What patients were told about one thing: asked by the area whose thing it is.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { MessageState } from './words.ts'

const piece = 500

/** By patient, what became of the last message of this template about it. */
export async function toldAbout(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { template, id }: { template: string; id: string },
  patient_ids: readonly string[],
): Promise<Map<string, MessageState>> {
  const told = new Map<string, MessageState>()
  for (let at = 0; at < patient_ids.length; at += piece) {
    const found = await rows<{ patient_id: string; status: MessageState }>(
      sql`select patient_id, status from patient_messages where hospital_id = ${hospital_id}
        and patient_id${oneOf(patient_ids.slice(at, at + piece))}
        and template_code = ${template} and entity_id = ${id} order by created_at, id`,
    )
    for (const { patient_id, status } of found) told.set(patient_id, status)
  }
  return told
}
