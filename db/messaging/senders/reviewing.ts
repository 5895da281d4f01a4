// Sender IDs as a reviewer handles them: submitted and decided operator by operator (MSG 4.16).

import { newId } from '../../core/ids.ts'
import { instantOf } from '../accounts/clock.ts'
import { type Actor, ownerOf } from '../caller.ts'
import { wrong, wrongState } from '../refusals.ts'
import { allOperators, type Operator } from '../routing/operators.ts'
import { emit } from '../webhooks/emit.ts'
import { settle, changeRow, noteSender } from './changing.ts'
import { type SenderRow, operatorsFor, documentsFor } from './senders.ts'
import { msg_sender_operators } from './tables.ts'

/** What a person decided of it at one operator, or at all that were asked (MSG-414). */
export interface Decision {
  operator?: string | undefined
  decision: 'approved' | 'rejected'
  reason?: string | undefined
}

/** Answers the operators at which it changed; what waits there is the messages' matter. */
export async function decideSender(
  by: Actor,
  found: SenderRow,
  asked: Decision,
): Promise<string[]> {
  if (asked.decision === 'rejected' && asked.reason === undefined)
    throw wrong('reason', 'reason is required.')
  const own = await operatorsFor([found.id])
  const meant = own.filter(
    ({ operator_code }) => asked.operator === undefined || operator_code === asked.operator,
  )
  if (meant.length === 0) throw wrong('operator', 'operator was not asked for this sender ID.')
  const moved = meant.filter(({ status }) => status !== asked.decision)
  if (moved.length === 0) throw wrongState(`This sender ID is ${asked.decision} there already.`)
  const at = await instantOf(found)
  for (const one of moved) {
    await msg_sender_operators.change(
      { hospital_id: one.hospital_id, id: one.id },
      {
        status: asked.decision,
        reason: asked.decision === 'rejected' ? (asked.reason ?? null) : null,
        submitted_at: one.submitted_at ?? at,
        decided_at: at,
      },
    )
  }
  await changeRow(found, { changed_since: false })
  const status = await settle(found)
  for (const one of moved) {
    await noteSender(by, `sender.${asked.decision}`, found, {
      from: `${one.operator_code} ${one.status}`,
      to: `${one.operator_code} ${asked.decision}`,
      reason: asked.reason ?? null,
    })
    await emit(ownerOf(found), 'sender_id.updated', {
      data: {
        id: newId(),
        senderId: found.sender_id,
        status,
        operator: one.operator_code,
        operatorStatus: asked.decision,
        ...(asked.decision === 'rejected' ? { reason: asked.reason } : {}),
      },
    })
  }
  return moved.map(({ operator_code }) => operator_code)
}

/** Handed to these operators: every document they require must be there (MSG 3.4). */
export async function submitSender(
  by: Actor,
  found: SenderRow,
  codes: readonly string[],
): Promise<void> {
  const [own, documents, operators] = [
    await operatorsFor([found.id]),
    await documentsFor([found.id]),
    new Map((await allOperators()).map((one): [string, Operator] => [one.code, one])),
  ]
  for (const code of codes) {
    const one = own.find(({ operator_code }) => operator_code === code)
    if (one?.status !== 'pending')
      throw wrong('operators', `operators: nothing is pending at ${code}.`)
    const missing = (operators.get(code)?.required_documents ?? []).filter(
      (kind) => kind !== 'sample_message' && !documents.some((document) => document.kind === kind),
    )
    if (missing.length > 0) throw wrongState(`${code} also wants ${missing.join(', ')}.`)
    await msg_sender_operators.change(
      { hospital_id: one.hospital_id, id: one.id },
      { submitted_at: await instantOf(found) },
    )
  }
  await noteSender(by, 'sender.submit', found, { reason: codes.join(', ') })
}
