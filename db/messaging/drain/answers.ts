// What operators answered, in groups (MSG-303): parts, then the messages that every part of which
// is now accepted, those that are rejected, and those that go again later.

import { rows, run } from '../../store/connection.ts'
import { given } from '../../store/given.ts'
import { oneOf, sql } from '../../store/sql.ts'
import type { FailureReason } from '../messages/words.ts'
import { acknowledge, end, type MessageFacts } from './ends.ts'

export type Settled =
  | { state: 'accepted'; operator_message_id: string }
  | { state: 'rejected'; code: string; reason: FailureReason }
  /** Goes again: `tried` counts against the message, a throttled answer does not (MSG-340). */
  | { state: 'waiting'; code: string | null; due_at: string; tried: boolean }
  | { state: 'unknown' }

export interface PartAnswer {
  part_id: string
  facts: MessageFacts
  settled: Settled
  /** It came after its part had been given up as unknown. */
  late?: true
  /** Of a simulated operator alone: what it still owes. */
  follows?: readonly Follow[]
}

export interface Follow {
  kind: 'receipt' | 'answer' | 'inbound'
  due_at: string
  word: string | null
  error_code: string | null
  operator_message_id: string
  text: string | null
}

/** How an operator's id is compared: without case, without leading zeros. */
export const matchId = (id: string): string => id.toLowerCase().replace(/^0+(?=.)/, '')

const part_types = {
  id: 'text',
  state: 'text',
  operator_message_id: 'text',
  match_id: 'text',
  command_status: 'bigint',
  error_code: 'text',
} as const

export async function settle(answers: readonly PartAnswer[], at: string): Promise<void> {
  if (answers.length === 0) return
  const rows_given = answers.map(({ part_id, settled }) => ({
    id: part_id,
    state: settled.state,
    operator_message_id:
      settled.state === 'accepted' && settled.operator_message_id !== ''
        ? settled.operator_message_id.slice(0, 64)
        : null,
    match_id:
      settled.state === 'accepted' && settled.operator_message_id !== ''
        ? matchId(settled.operator_message_id.slice(0, 64))
        : null,
    command_status: statusOf(settled),
    error_code: 'code' in settled ? (settled.code?.slice(0, 20) ?? null) : null,
  }))
  // An answer after a receipt only adds the operator's id; one after a silence settles the part.
  await run(sql`
    update msg_parts set
      state = case when msg_parts.state in ('submitting', 'unknown')
        then given.state else msg_parts.state end,
      operator_message_id = coalesce(given.operator_message_id, msg_parts.operator_message_id),
      match_id = coalesce(given.match_id, msg_parts.match_id),
      command_status = given.command_status,
      error_code = coalesce(given.error_code, msg_parts.error_code),
      answered_at = case when given.state = 'unknown' then msg_parts.answered_at else ${at} end
    from ${given('given', part_types, rows_given)}
    where msg_parts.id = given.id
      and not (given.state = 'unknown' and msg_parts.state <> 'submitting')`)
  const of = <S extends Settled['state']>(state: S) =>
    answers.filter(
      (one): one is PartAnswer & { settled: Extract<Settled, { state: S }> } =>
        one.settled.state === state,
    )
  await acknowledge(unique(of('accepted').map(({ facts }) => facts)), at)
  await clearDoubt(answers.filter(({ late }) => late === true).map(({ facts }) => facts.message_id))
  await markUnknown(of('unknown'), at)
  await putOff(of('waiting'), at)
  await end(
    unique(of('rejected')).map(({ facts, settled }) => ({
      facts,
      status: 'failed',
      failure_reason: settled.reason,
      expiry_cause: null,
    })),
    at,
  )
}

function unique<T extends { message_id: string } | { facts: MessageFacts }>(
  list: readonly T[],
): T[] {
  const id = (one: T): string => ('facts' in one ? one.facts.message_id : one.message_id)
  return [...new Map(list.map((one) => [id(one), one])).values()]
}

function statusOf(settled: Settled): number | null {
  if (settled.state === 'accepted') return 0
  if (!('code' in settled) || settled.code === null) return null
  return /^0x[0-9a-f]{1,8}$/.test(settled.code) ? Number(settled.code) : null
}

/** A late answer settles what was uncertain, and so does a receipt (MSG-390). */
export async function clearDoubt(message_ids: readonly string[]): Promise<void> {
  if (message_ids.length === 0) return
  await run(sql`update msg_messages set uncertain = false
    where id${oneOf([...new Set(message_ids)])} and uncertain and not exists (
      select 1 from msg_parts p where p.message_id = msg_messages.id and p.state = 'unknown')`)
}

async function markUnknown(list: readonly PartAnswer[], at: string): Promise<void> {
  if (list.length === 0) return
  await run(sql`update msg_messages set uncertain = true, updated_at = ${at}
    where id${oneOf(list.map(({ facts }) => facts.message_id))} and status in ('queued', 'sent')
      and exists (
        select 1 from msg_parts p where p.message_id = msg_messages.id and p.state = 'unknown')`)
}

type PutOff = PartAnswer & { settled: Extract<Settled, { state: 'waiting' }> }

async function putOff(list: readonly PutOff[], at: string): Promise<void> {
  if (list.length === 0) return
  const latest = new Map<string, { id: string; due_at: string; tried: number }>()
  for (const { facts, settled } of list) {
    const known = latest.get(facts.message_id)
    latest.set(facts.message_id, {
      id: facts.message_id,
      due_at: known !== undefined && known.due_at > settled.due_at ? known.due_at : settled.due_at,
      tried: Math.max(known?.tried ?? 0, settled.tried ? 1 : 0),
    })
  }
  await run(sql`update msg_messages set due_at = given.due_at, not_before = given.due_at,
      tries = tries + given.tried, updated_at = ${at}
    from ${given('given', { id: 'text', due_at: 'text', tried: 'integer' }, [...latest.values()])}
    where msg_messages.id = given.id and msg_messages.status = 'queued'`)
}

/** Another go for what has no answer, where the link's owner accepts that it may come twice. */
export async function sendAgain(part_ids: readonly string[], at: string): Promise<void> {
  if (part_ids.length === 0) return
  const again = await rows<{ message_id: string; hospital_id: string }>(sql`
    select message_id, hospital_id from msg_parts
    where id${oneOf(part_ids)} and state = 'unknown' and attempts = 1`)
  if (again.length === 0) return
  await run(sql`update msg_parts set state = 'waiting'
    where id${oneOf(part_ids)} and state = 'unknown' and attempts = 1`)
  await run(sql`update msg_messages set uncertain = false, updated_at = ${at}
    where id${oneOf(again.map(({ message_id }) => message_id))} and not exists (
      select 1 from msg_parts p where p.message_id = msg_messages.id and p.state = 'unknown')`)
}
