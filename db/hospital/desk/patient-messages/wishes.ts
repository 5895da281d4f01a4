// What a number asks for itself: no more texts, or texts again (PTM-6). It is the consent of everybody
// of the register who has it as the telephone.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { consentsOf, decide } from '../patients/privacy/consents.ts'

/** More than these are no family. */
const holders_max = 200

export async function numberWishes(
  caller: Caller,
  { phone, silent }: { phone: string; silent: boolean },
): Promise<number> {
  const holders = await rows<{ id: string }>(
    sql`select id from patients where hospital_id = ${caller.hospital_id} and phone = ${phone}
      and status <> 'MERGED' order by id limit ${holders_max}`,
  )
  let written = 0
  for (const { id } of holders) if (await note(caller, id, silent)) written += 1
  return written
}

/** Said already is said; a refusal at the desk, no word to the number takes back. */
async function note(caller: Caller, patient_id: string, silent: boolean): Promise<boolean> {
  const said = (await consentsOf(caller, patient_id)).find(({ kind }) => kind === 'SMS')
  const now = said?.decision ?? 'GIVEN'
  const was_taken = now === 'WITHDRAWN' && said?.by_telephone === true
  if (silent ? now !== 'GIVEN' : !was_taken) return false
  await decide(caller, patient_id, {
    kind: 'SMS',
    decision: silent ? 'WITHDRAWN' : 'GIVEN',
    method: 'WRITTEN',
    by_telephone: true,
  })
  return true
}
