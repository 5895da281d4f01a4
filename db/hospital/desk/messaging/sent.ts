// One message of the hospital and what can still be done with it; answers to people who wrote; what
// was sent, and what was paid in (MSG 5.2).

import type { Caller } from '../../../core/caller.ts'
import type { Static } from '../../../core/kinds/kinds.ts'
import { conflict } from '../../../core/refusal.ts'
import * as reads from '../../../messaging/messages/hospital-reads.ts'
import * as own from '../../../messaging/messages/hospital-sent.ts'
import { record } from '../../office/audit/record.ts'
import { patientRecord } from '../patients/rows.ts'
import { actor, facts, sendTo } from './messages.ts'
import type { HospitalMessage, HospitalMessageOpened } from './shapes.ts'

type Opened = Static<typeof HospitalMessageOpened>
type Message = Static<typeof HospitalMessage>

/** As the edge looks it up: it names its patient. */
export const line = async (caller: Caller, id: string) =>
  reads.oneForHospital(await facts(caller), id)

export async function find(caller: Caller, id: string): Promise<Opened> {
  const found = (await line(caller, id)) as Message
  const { moves, ...course } = await own.courseOf(await facts(caller), id)
  return { ...found, ...course, moves: [...moves, ...(mayGoAgain(found) ? ['resend'] : [])] }
}

const mayGoAgain = ({ status, class: kind, text }: Message): boolean =>
  (status === 'failed' || status === 'expired') && kind !== 'otp' && text !== null

export async function cancel(caller: Caller, id: string): Promise<Opened> {
  const { patient_id, status } = await line(caller, id)
  const in_time = await own.takeBack(actor(caller), await facts(caller), id)
  if (!in_time) throw conflict(`This message is ${status}: it has left already.`, 'state')
  record(caller, 'messaging.cancel', { entity_type: 'message', entity_id: id, patient_id })
  return find(caller, id)
}

/** The same words to the same number, as a new message; never a code. */
export async function resend(caller: Caller, id: string): Promise<Message> {
  const found = (await line(caller, id)) as Message
  const { status, class: kind, text, patient_id } = found
  if (status !== 'failed' && status !== 'expired') {
    throw conflict(`This message is ${status}. Only what failed or expired is sent again.`, 'state')
  }
  if (kind === 'otp') throw conflict('A code is not sent again: ask for a new one.')
  if (text === null) throw conflict('The text of this message is not kept: write it anew.')
  await refuseTheDead(caller, patient_id, found.to)
  const { staff_id } = found
  return sendTo(caller, { to: numberOf(found.to), text, patient_id, staff_id })
}

/** To the number that wrote; the reply is seen to with it. */
export async function answer(caller: Caller, id: string, text: string): Promise<Message> {
  const hospital = await facts(caller)
  const { from, patient_id, handled_at } = await reads.oneInbound(hospital, id)
  if (handled_at === null) {
    await reads.handleInbound(hospital, id, { name: caller.name, note: 'Answered' })
  }
  await refuseTheDead(caller, patient_id, from)
  return sendTo(caller, { to: numberOf(from), text, patient_id, signed: true })
}

/** Whoever was forgotten has a sign of its own where the number stood (MSG-621). */
function numberOf(kept: string): string {
  if (/^\d+$/.test(kept)) return kept
  throw conflict('This person was forgotten; there is no number any more.')
}

/** Next of kin are still written to about somebody who has died. */
async function refuseTheDead(
  caller: Caller,
  patient_id: string | null,
  number: string,
): Promise<void> {
  if (patient_id === null) return
  const { status, phone } = await patientRecord.get(caller, patient_id)
  if (status === 'DECEASED' && phone?.replace(/^\+/, '') === number) {
    throw conflict('This patient has died.')
  }
}

export const usage = async (caller: Caller, asked: own.UsageAsked) =>
  own.usageFor(await facts(caller), asked)

export const topUps = async (caller: Caller, asked: Parameters<typeof own.topUpsOf>[1]) =>
  own.topUpsOf(await facts(caller), asked)

export async function askForTopUp(
  caller: Caller,
  input: Parameters<typeof own.askForTopUp>[2],
): Promise<Awaited<ReturnType<typeof own.askForTopUp>>> {
  const made = await own.askForTopUp(actor(caller), await facts(caller), input)
  record(caller, 'messaging.top_up', {
    entity_type: 'messaging_top_up',
    entity_id: made.id,
    entity_label: made.payment_reference,
  })
  return made
}
