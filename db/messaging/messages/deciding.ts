// A reviewer's decision on a sender ID, whole: what waits under a rejected name fails (MSG 3.4).

import { conflict, noneCalled, noSuch } from '../../core/refusal.ts'
import { oneOf, sql } from '../../store/sql.ts'
import { type Actor, ownerOf } from '../caller.ts'
import { type Decision, decideSender, submitSender } from '../senders/reviewing.ts'
import { senderById, sendersNamed, type SenderRow } from '../senders/senders.ts'
import { endUnsubmitted } from './cancelling.ts'

export async function decide(by: Actor, id: string, asked: Decision): Promise<SenderRow> {
  const found = await reviewed(id)
  const operators = await decideSender(by, found, asked)
  if (asked.decision === 'rejected') {
    await endUnsubmitted(
      by,
      ownerOf(found),
      sql`sender_id = ${found.sender_id} and operator${oneOf(operators)}`,
      'sender_blocked',
    )
  }
  return reviewed(id)
}

export async function submit(
  by: Actor,
  id: string,
  operators: readonly string[],
): Promise<SenderRow> {
  const found = await reviewed(id)
  await submitSender(by, found, operators)
  return reviewed(id)
}

export async function reviewed(id: string): Promise<SenderRow> {
  const found = await senderById(id)
  if (found === undefined) throw noSuch('sender ID')
  return found
}

/** By its id, or by its name where one account alone has it. */
export async function senderCalled(typed: string): Promise<SenderRow> {
  const by_id = await senderById(typed)
  if (by_id !== undefined) return by_id
  const [first, second] = await sendersNamed(typed)
  if (first === undefined) throw noneCalled('sender ID', typed)
  if (second !== undefined)
    throw conflict(
      `Several accounts have ${first.sender_id}; name it by its id: kituo messaging sender list.`,
    )
  return first
}
