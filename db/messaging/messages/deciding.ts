// A reviewer's decision on a sender ID, whole: what waits under a rejected name fails (MSG 3.4).

import { noSuch } from '../../refusal.ts'
import { sql } from '../../sql.ts'
import { type Actor, ownerOf } from '../caller.ts'
import {
  type Decision,
  decideSender,
  senderById,
  type SenderRow,
  submitSender,
} from '../senders/senders.ts'
import { endUnsubmitted } from './cancelling.ts'

export async function decide(by: Actor, id: string, asked: Decision): Promise<SenderRow> {
  const found = await reviewed(id)
  const operators = await decideSender(by, found, asked)
  if (asked.decision === 'rejected') {
    for (const operator of operators) {
      await endUnsubmitted(
        by,
        ownerOf(found),
        sql`sender_id = ${found.sender_id} and operator = ${operator}`,
        'sender_blocked',
      )
    }
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
