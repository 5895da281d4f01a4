// Happenings that a test asks for, in any order, as an operator would bring them (MSG-584).

import { row } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { instantOf } from '../accounts/clock.ts'
import type { Owner } from '../caller.ts'
import { applyReceipts } from '../drain/receipts.ts'
import { exampleOf, scripts } from '../drain/scripts.ts'
import { test_link_id } from '../drain/testing.ts'
import { arrive } from '../inbound/arrive.ts'
import { readMessage } from '../messages/messages.ts'
import { noneHere, refuse, wrong, wrongState } from '../refusals.ts'

export const receipt_words = [
  'DELIVRD',
  'UNDELIV',
  'REJECTD',
  'DELETED',
  'EXPIRED',
  'ENROUTE',
  'ACCEPTD',
  'UNKNOWN',
] as const

export interface AskedReceipt {
  messageId: string
  part?: number | undefined
  status: (typeof receipt_words)[number]
  errorCode?: string | undefined
}

export async function injectReceipt(
  owner: Owner,
  asked: AskedReceipt,
): Promise<{ outcome: string }> {
  const message = await readMessage(owner, asked.messageId)
  const part = await row<{ match_id: string | null; operator_message_id: string | null }>(sql`
    select match_id, operator_message_id from msg_parts
    where message_id = ${message.id} and number = ${asked.part ?? 1}`)
  if (part === undefined && asked.part !== undefined && asked.part > message.segments)
    throw wrong('part', `This message has ${message.segments} parts.`)
  if (part === undefined || part.match_id === null)
    throw wrongState('This part has no answer of the operator yet.')
  const at = await instantOf(owner)
  const [outcome = 'waiting'] = await applyReceipts(
    { id: test_link_id, receipts: 'every_part', error_map: {} },
    [
      {
        raw_id: part.operator_message_id,
        spellings: [part.match_id],
        word: asked.status,
        error_code: asked.errorCode ?? null,
        destination: message.phone,
        user_reference: null,
        network: null,
        done_at: null,
        received_at: at,
        raw: `id:${part.operator_message_id} stat:${asked.status} err:${asked.errorCode ?? '000'}`,
      },
    ],
    at,
  )
  return { outcome }
}

export interface Inbound {
  id: string
  from: string
  to: string
  text: string | null
  receivedAt: string
  inReplyTo: string | null
  optOut: boolean
}

const numbered = /^255[67][0-9]{8}$/

export async function injectInbound(
  owner: Owner,
  asked: { from: string; to?: string | undefined; text: string },
): Promise<Inbound> {
  const from = asked.from.replace(/^\+/, '').replace(/^0/, '255')
  if (!numbered.test(from))
    throw refuse('invalid_phone_number', `${asked.from.slice(0, 20)} is not a Tanzanian number.`, {
      field: 'from',
    })
  const to = asked.to ?? (await lastSender(owner, from)) ?? 'SMSTEST'
  const at = await instantOf(owner)
  const id = await arrive(
    { link_id: test_link_id, mode: 'test' },
    { id: null, from, to, text: asked.text, encoding: 'GSM-7', place: null, owner },
    at,
  )
  if (id === null) throw wrongState('The same words came from this number within the last minute.')
  const found = await row<{ text: string | null; in_reply_to: string | null; opt_out: unknown }>(
    sql`select text, in_reply_to, opt_out from msg_inbound where id = ${id}`,
  )
  if (found === undefined) throw noneHere('message')
  return {
    id,
    from,
    to,
    text: found.text,
    receivedAt: at,
    inReplyTo: found.in_reply_to,
    optOut: Boolean(found.opt_out),
  }
}

const lastSender = async ({ account_id }: Owner, phone: string): Promise<string | undefined> =>
  (
    await row<{ sender_id: string }>(sql`select sender_id from msg_messages
      where phone = ${phone} and account_id = ${account_id} and mode = 'test'
      order by id desc limit 1`)
  )?.sender_id

export const listScripts = () => ({
  data: Object.entries(scripts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([script, { happens }]) => ({ script, example: exampleOf(script), happens })),
})
