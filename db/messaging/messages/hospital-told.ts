// What became of the hospital's messages, and what was answered to them: told at least once.

import { clock } from '../../core/clock.ts'
import { row, rows, run } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { msg_bridge } from './tables.ts'
import type { MessageState } from './words.ts'

export interface EndedMessage {
  message_id: string
  hospital_id: string
  reference: string
  reply_to: string | null
  status: MessageState
  failure_reason: string | null
  final_at: string | null
}

/** Ends that the areas have not been told of yet (MSG-608); they are told at least once. */
export async function endsToTell(limit = 200): Promise<EndedMessage[]> {
  return rows<EndedMessage>(
    sql`select b.message_id, b.hospital_id, b.reference, b.reply_to, m.status, m.failure_reason,
          m.final_at
        from msg_bridge b join msg_messages m on m.id = b.message_id
        where b.told_at is null and m.status in ('delivered', 'failed', 'expired')
        order by b.message_id limit ${limit}`,
  )
}

export async function noteTold(hospital_id: string, message_ids: readonly string[]): Promise<void> {
  await msg_bridge.change(
    { hospital_id, message_id: [...message_ids] },
    { told_at: clock.instant() },
  )
}

export interface HeardReply {
  inbound_id: string
  message_id: string
  hospital_id: string
  account_id: string
  reference: string
  reply_to: string | null
  patient_id: string | null
  from: string
  to: string
  text: string
  opt_out: boolean
}

/** Answers to the hospital's texts that nobody was told of yet (MSG-607). */
export async function repliesToTell(limit = 200): Promise<HeardReply[]> {
  const found = await rows<Record<string, unknown>>(
    sql`select i.id as inbound_id, b.message_id, b.hospital_id, b.account_id, b.reference,
          b.reply_to, b.patient_id, i.phone, i.to_number, i.text, i.opt_out
        from msg_inbound i join msg_bridge b on b.message_id = i.in_reply_to
        where i.told_at is null and i.in_reply_to is not null order by i.id limit ${limit}`,
  )
  return found.map(({ phone, to_number, text, opt_out, ...rest }) => ({
    ...(rest as Pick<HeardReply, 'inbound_id'>),
    from: String(phone),
    to: String(to_number),
    text: typeof text === 'string' ? text : '',
    opt_out: Boolean(opt_out),
  })) as HeardReply[]
}

/** One daemon alone has it: false where another was first. */
export async function takeReply(inbound_id: string): Promise<boolean> {
  const count = await run(sql`update msg_inbound set told_at = ${clock.instant()}
    where id = ${inbound_id} and told_at is null`)
  return count === 1
}

export const noteReplyHandled = (inbound_id: string, by: string): Promise<number> =>
  run(sql`update msg_inbound set handled_at = ${clock.instant()}, handled_by = ${by}
    where id = ${inbound_id} and handled_at is null`)

/** Whether anything was answered by itself to this number since. */
export const answeredSince = async (
  { account_id, from }: Pick<HeardReply, 'account_id' | 'from'>,
  since: string,
): Promise<boolean> =>
  (await row(sql`select 1 as yes from msg_inbound where phone = ${from}
    and account_id = ${account_id} and mode = 'live' and answered_at > ${since} limit 1`)) !==
  undefined

export const noteAnswered = (inbound_id: string): Promise<number> =>
  run(sql`update msg_inbound set answered_at = ${clock.instant()} where id = ${inbound_id}`)
