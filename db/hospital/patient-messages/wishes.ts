// What a number asks for itself: no more texts, or texts again (PTM-6). It is the consent of everybody
// of the register who has it as the telephone.

import type { Caller } from '../../caller.ts'
import { rows } from '../../connection.ts'
import { sql } from '../../sql.ts'
import { consentsOf, decide } from '../patients/consents.ts'

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

/** Said already is said; who has refused at the desk is not made willing by a word to the number. */
async function note(caller: Caller, patient_id: string, silent: boolean): Promise<boolean> {
  const said = (await consentsOf(caller, patient_id)).find(({ kind }) => kind === 'SMS')
  const now = said?.decision ?? 'GIVEN'
  if (silent ? now !== 'GIVEN' : now !== 'WITHDRAWN') return false
  const decision = silent ? 'WITHDRAWN' : 'GIVEN'
  await decide(caller, patient_id, { kind: 'SMS', decision, method: 'WRITTEN' })
  return true
}
