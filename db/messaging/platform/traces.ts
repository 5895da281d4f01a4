// Messages of every account as the platform's people look for one, and all that became of it (MSG 5.3).
// Texts stay with the accounts.

import { toMajor } from '../../core/kinds/money.ts'
import type { Static } from '../../core/kinds/kinds.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { invalidAs } from '../../core/refusal.ts'
import { rows } from '../../store/connection.ts'
import { type Page, type PageAsked, paged } from '../../store/pages.ts'
import { sql, when, where } from '../../store/sql.ts'
import { findMessage } from '../messages/messages.ts'
import type { MessageState } from '../messages/words.ts'
import { readNumber } from '../routing/numbers.ts'
import { inSnake } from '../snake.ts'
import { from_messages, ownerOfMessage, seen_of_message } from './overview.ts'
import { type DaysAsked, withinDays } from '../settings/days.ts'
import type { GatewayMessage, GatewayTrace } from './shapes.ts'

type Line = Static<typeof GatewayMessage>
type Trace = Static<typeof GatewayTrace>

/** The newest first; a number is asked for whole, in any accepted form. */
export async function listMessages(
  asked: PageAsked &
    DaysAsked & {
      account_id?: string | undefined
      phone?: string | undefined
      status?: MessageState | undefined
      operator?: string | undefined
      link?: string | undefined
    },
): Promise<Page<Line>> {
  return paged<Line>(asked, {
    select: seen_of_message,
    from: sql`${from_messages}${where([
      sql`m.mode = 'live'`,
      when(asked.account_id, sql`m.account_id = ${asked.account_id}`),
      asked.phone === undefined ? undefined : sql`m.phone = ${phoneOf(asked.phone)}`,
      when(asked.status, sql`m.status = ${asked.status}`),
      when(asked.operator, sql`m.operator = ${asked.operator}`),
      when(asked.link, sql`l.code = ${asked.link}`),
      ...(await withinDays(asked, 'm.created_at')),
    ])}`,
    order: sql` order by m.id desc`,
  })
}

function phoneOf(typed: string): string {
  const phone = readNumber(typed)
  if (phone === null) throw invalidAs('phone', `${typed} is not a Tanzanian mobile number.`)
  return phone
}

/** From what was accepted to what the account was told and what it paid. */
export async function traceOf(id: string): Promise<Trace> {
  const owner = await ownerOfMessage(id)
  const { message: _text, parts, history, moves, ...line } = await findMessage(owner, id)
  return {
    ...(inSnake(line) as Omit<Trace, 'parts' | 'history' | 'moves'>),
    account_id: owner.account_id,
    parts: parts.map((part) => inSnake(part) as Trace['parts'][number]),
    history,
    moves,
    receipts: await receiptsOf(id),
    deliveries: await deliveriesOf(id),
    entries: await entriesOf(id),
  }
}

/** More than these nobody reads of one message. */
const lines_most = 200

const receiptsOf = (id: string): Promise<Trace['receipts']> =>
  rows(
    sql`select r.id, l.code as link, r.status_word, r.error_code, r.network, r.outcome, r.done_at,
        r.received_at from msg_receipts r left join msg_links l on l.id = r.link_id
      where r.message_id = ${id} order by r.id limit ${lines_most}`,
  )

const deliveriesOf = (id: string): Promise<Trace['deliveries']> =>
  rows(
    sql`select id, event, url, status, attempts, last_status_code, last_error, next_attempt_at,
        created_at, finished_at from msg_deliveries
      where message_id = ${id} order by id limit ${lines_most}`,
  )

/** What was charged with its batch stands there; what was paid back names the message. */
async function entriesOf(id: string): Promise<Trace['entries']> {
  const found = await rows<{ amount: number; currency: string } & Record<string, unknown>>(
    sql`select e.id, e.seq, e.kind, e.amount, e.reason, e.actor, e.created_at, m.currency
      from msg_messages m join msg_wallet_entries e on e.batch_id = m.batch_id
      where m.id = ${id} and e.message_id is null
      union all
      select e.id, e.seq, e.kind, e.amount, e.reason, e.actor, e.created_at, m.currency
      from msg_messages m join msg_wallet_entries e on e.message_id = m.id and e.kind = 'refund'
      where m.id = ${id} order by 2 limit ${lines_most}`,
  )
  return found.map(
    ({ amount, currency, ...one }) =>
      ({
        ...one,
        amount: toMajor(Number(amount), currencyOf(currency)),
      }) as Trace['entries'][number],
  )
}
