// What a patient writes by SMS, among the conversations that the desk reads (PTM-5).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { keptOne } from '../patient-messages/message.ts'
import { settingsOf } from './settings.ts'
import { portal_threads } from './tables.ts'
import { answerBy, threadRecord, say } from './thread-rows.ts'

const subject = 'By SMS'
const most = 2000

/** One conversation of a patient holds them all until the desk closes it. */
export async function wordsBySms(
  caller: Caller,
  asked: { patient_id: string; text: string },
): Promise<boolean> {
  const text = asked.text.trim().slice(0, most)
  const { messages_enabled } = await settingsOf(caller)
  if (!messages_enabled || text === '') return false
  const { hospital_id } = caller
  const patient = await keptOne(caller, asked.patient_id)
  const of = { patient_id: patient.id, subject, started_by: 'PATIENT' as const }
  const open = { ...of, topic: 'APPOINTMENT' as const, closed_at: null }
  const newest = { order: ['-last_at'], limit: 1, lock: true }
  const [before] = await portal_threads.all({ hospital_id, ...open }, newest)
  const last_at = clock.instant()
  const answer_by = before?.answer_by ?? (await answerBy(caller, patient))
  const thread = before ?? (await threadRecord.created(caller, { ...open, last_at, answer_by }))
  await say(caller, thread.id, { side: 'PATIENT', name: patient.full_name, text })
  if (before !== undefined) await threadRecord.moved(caller, before, 'ask', { last_at, answer_by })
  return true
}
