// A person is forgotten (MSG-621): who it was goes, what was done and paid stays. What a hospital
// wrote to its patient belongs to the record and is not touched (decision 0105).

import { row, rows, run } from '../../store/connection.ts'
import { oneOf, sql, type Sql } from '../../store/sql.ts'
import { note } from '../accounts/audit.ts'
import { type MessagingCaller, ownerOf } from '../caller.ts'
import { forgetAudiences, mustNotBeAwaited } from '../campaigns/forgetting.ts'
import { find, remove } from '../contacts/contacts.ts'
import type { Person } from '../contacts/forgotten.ts'
import { forgottenNumber } from '../contacts/opt-outs.ts'
import { endUnsubmitted } from '../messages/cancelling.ts'
import { wrong, wrongState } from '../refusals.ts'
import { forgetAnswers } from './forgetting/answers.ts'
import { dropDeliveries, forgetDeliveriesOf, forgetEvents } from './forgetting/deliveries.ts'
import { forgetImports } from './forgetting/imports.ts'
import { forgetWhatsapp, mustBeRead } from './forgetting/whatsapp.ts'

export interface Forgotten {
  messages: number
  inbound: number
}

export async function forget(
  caller: MessagingCaller,
  id: string,
  { confirm }: { confirm: boolean },
): Promise<Forgotten> {
  if (!confirm) throw wrong('confirm', 'confirm must be true.')
  const { phone } = await find(caller, id)
  const owner = ownerOf(caller)
  const person: Person = { owner, contact_id: id, phone, hash: forgottenNumber(owner, phone) }
  await mustBeRead(person)
  await mustNotBeAwaited(person)
  const own = sql`account_id = ${owner.account_id} and mode = ${owner.mode} and phone = ${phone}`
  await endUnsubmitted(caller, owner, sql`phone = ${phone} and ${not_of_record}`, 'cancelled')
  await mustHaveEnded(own)
  const messages = await forgetMessages(own, person)
  const inbound = await forgetInbound(own)
  await run(sql`delete from msg_simulated where ${own}`)
  await forgetWhatsapp(person)
  await forgetOptOuts(own, person.hash)
  await forgetEvents(person)
  await forgetAudiences(person)
  await forgetImports(person)
  await forgetAnswers(person)
  await remove(caller, id)
  await note(caller, 'contact.forget', {
    owner,
    entity: 'contact',
    entity_id: id,
    changes: { messages, inbound },
  })
  return { messages, inbound }
}

const not_of_record = sql`not exists (
  select 1 from msg_bridge x where x.message_id = msg_messages.id)`

/** A number is needed until its last receipt is there. */
async function mustHaveEnded(own: Sql): Promise<void> {
  const open = await row<{ n: number }>(
    sql`select count(*) as n from msg_messages where ${own} and ${not_of_record}
        and status in ('scheduled', 'queued', 'sent')`,
  )
  // A text over WhatsApp that has not left yet would leave without its words.
  const waiting = await row<{ n: number }>(
    sql`select count(*) as n from msg_whatsapp_messages
        where ${own} and direction = 'outbound' and status = 'accepted'`,
  )
  const count = Number(open?.n ?? 0) + Number(waiting?.n ?? 0)
  if (count > 0)
    throw wrongState(
      `${count} messages to this person are on their way; forget it when they ended.`,
    )
}

const at_once = 500

async function forgetMessages(own: Sql, person: Person): Promise<number> {
  let count = 0
  for (;;) {
    const found = await rows<{ id: string; batch_id: string }>(
      sql`select id, batch_id from msg_messages where ${own} and ${not_of_record} limit ${at_once}`,
    )
    if (found.length === 0) return count
    count += found.length
    await forgetPiece(
      found.map(({ id }) => id),
      [...new Set(found.map(({ batch_id }) => batch_id))],
      person,
    )
  }
}

async function forgetPiece(
  ids: readonly string[],
  batch_ids: readonly string[],
  person: Person,
): Promise<void> {
  const { hash } = person
  await run(sql`update msg_messages set phone = ${hash}, text = null, hidden = true
    where id${oneOf(ids)}`)
  await run(sql`update msg_parts set phone = ${hash} where message_id${oneOf(ids)}`)
  await run(sql`update msg_receipts set destination = null, raw = '' where message_id${oneOf(ids)}`)
  await forgetDeliveriesOf(person, sql`message_id${oneOf(ids)}`)
  await run(sql`update msg_events set data = '{}' where data_id${oneOf(ids)}`)
  // A text that others had too stays theirs; of this person's message it is shown no more.
  await run(sql`update msg_batches set text = null, sent_text = null
    where id${oneOf(batch_ids)} and accepted = 1`)
}

async function forgetInbound(own: Sql): Promise<number> {
  const found = await rows<{ id: string }>(
    sql`select id from msg_inbound where ${own} and not hidden`,
  )
  for (let at = 0; at < found.length; at += at_once) {
    const ids = found.slice(at, at + at_once).map(({ id }) => id)
    await run(sql`delete from msg_inbound where id${oneOf(ids)}`)
    await dropDeliveries(sql`data_id${oneOf(ids)}`)
    await run(sql`update msg_events set data = '{}' where data_id${oneOf(ids)}`)
  }
  return found.length
}

async function forgetOptOuts(own: Sql, hash: string): Promise<void> {
  await run(sql`update msg_opt_outs set phone = ${hash}, evidence = null, note = null where ${own}`)
  await run(sql`delete from msg_opt_out_links where ${own}`)
}
