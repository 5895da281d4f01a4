// What opens and closes follow-ups beside people: other areas, the life of a client, a death, a merge.

import type { Caller } from '../../../../core/caller.ts'
import { rows, run } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { openFollowUp } from '../../../neighbours/commercial.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { OnDeath, Repoint } from '../../../registry.ts'
import { open } from './follow-ups.ts'
import { followUpRecord } from './record.ts'
import { follow_ups } from './tables.ts'
import type { FollowUpSource } from './words.ts'

/** COM-82: of another area; a day that is over is today. */
export async function opened(
  caller: Caller,
  { subject, due_on, kind = 'CALL', ...rest }: Parameters<typeof openFollowUp>[1],
): Promise<{ id: string }> {
  const day = await today(caller)
  const source = kind === 'DEBT' ? 'DEBT' : 'MANUAL'
  const due = due_on < day ? day : due_on
  const asked = { ...rest, subject: subject.slice(0, 160).toWellFormed(), due_on: due, kind }
  const { id } = await open(caller, asked, { source })
  return { id }
}

/** The open ones of a source are over: the quotation was answered, the contract renewed. */
export async function over(
  caller: Caller,
  of: { client_id?: string; source?: FollowUpSource; source_id?: string },
  move: 'complete' | 'cancel',
  outcome: string,
): Promise<void> {
  const { hospital_id } = caller
  const found = await follow_ups.all({ hospital_id, status: 'OPEN', ...of }, { order: ['id'] })
  const changes = { outcome, ...(move === 'complete' ? { done_on: await today(caller) } : {}) }
  for (const { id } of found) {
    const before = await followUpRecord.locked(caller, id)
    if (before.status === 'OPEN') await followUpRecord.moved(caller, before, move, changes, outcome)
  }
}

/** COM-84: nobody is called any more; what is owed stays. */
export const onDeath: OnDeath = async (caller, patient_id) => {
  const { hospital_id } = caller
  const found = await follow_ups.all({ hospital_id, patient_id, status: 'OPEN' }, { order: ['id'] })
  const calling = found.filter(({ source, client_id }) => source !== 'DEBT' && client_id === null)
  for (const { id } of calling) {
    const before = await followUpRecord.locked(caller, id)
    const words = 'The patient has died'
    await followUpRecord.moved(caller, before, 'cancel', { outcome: words }, words)
  }
  return { follow_ups: calling.map(({ subject }) => subject) }
}

export const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const own = only === undefined ? sql`` : sql` and id${oneOf(only['follow_ups'] ?? [])}`
  const found = await rows<{ id: string }>(
    sql`select id from follow_ups where hospital_id = ${hospital_id} and patient_id = ${from}${own}`,
  )
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return {}
  await run(
    sql`update follow_ups set patient_id = ${to} where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
  )
  return { follow_ups: ids }
}
