// What the platform looks through without knowing whose it is: messages, campaigns, webhooks and
// top-ups of every account (MSG 5.3). Texts and secrets stay with the accounts.

import { row, rows } from '../../store/connection.ts'
import { toMajor } from '../../core/kinds/money.ts'
import { mapPage, type Page, type PageAsked, paged } from '../../store/pages.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { noSuch } from '../../core/refusal.ts'
import { sql, when, where } from '../../store/sql.ts'
import type { Mode, Owner } from '../caller.ts'
import { statesOf } from '../campaigns/counts.ts'
import type { campaign_states } from '../campaigns/words.ts'
import { afterId, type Asked, cursorOf, limitOf, type Listed, listed } from '../cursors.ts'
import { between } from '../messages/messages.ts'
import type { MessageState } from '../messages/words.ts'
import { refuse } from '../refusals.ts'
import { readNumber } from '../routing/numbers.ts'
import type { top_up_states } from '../wallet/words.ts'
import type { delivery_states, webhook_health } from '../webhooks/words.ts'

interface OfAccount {
  account_id?: string | undefined
  mode?: Mode | undefined
}

export interface MessageLine {
  id: string
  account_id: string
  account_name: string
  to: string
  sender_id: string
  status: MessageState
  failure_reason: string | null
  operator: string
  link: string | null
  class: string
  segments: number
  created_at: string
  final_at: string | null
}

/** A message as the platform's people see it in lists. */
export const seen_of_message = sql`m.id, m.account_id, a.name as account_name, m.phone as "to",
  m.sender_id, m.status, m.failure_reason, m.operator, l.code as link, m.class, m.segments,
  m.created_at, m.final_at`
export const from_messages = sql` from msg_messages m join msg_accounts a on a.id = m.account_id
  left join msg_links l on l.id = m.link_id`

/** The newest first; a number is asked for whole, in any accepted form. Nobody counts them all. */
export async function listMessages(
  asked: Asked &
    OfAccount & {
      to?: string | undefined
      status?: MessageState | undefined
      operator?: string | undefined
    },
): Promise<Listed<MessageLine>> {
  const found = await rows<MessageLine>(
    sql`select ${seen_of_message}${from_messages}${where([
      sql`m.mode = ${asked.mode ?? 'live'}`,
      when(asked.account_id, sql`m.account_id = ${asked.account_id}`),
      asked.to === undefined ? undefined : sql`m.phone = ${phoneOf(asked.to)}`,
      when(asked.status, sql`m.status = ${asked.status}`),
      when(asked.operator, sql`m.operator = ${asked.operator}`),
      afterId(asked, 'desc', 'm.id'),
    ])} order by m.id desc limit ${limitOf(asked) + 1}`,
  )
  return listed(
    asked,
    found,
    (line) => line,
    ({ id }) => cursorOf(id),
  )
}

function phoneOf(typed: string): string {
  const phone = readNumber(typed)
  if (phone === null)
    throw refuse('invalid_phone_number', `${typed} is not a Tanzanian mobile number.`)
  return phone
}

/** Whose a message is, for a trace that begins with its id alone. */
export async function ownerOfMessage(id: string): Promise<Owner> {
  const found = await row<Owner>(
    sql`select account_id, hospital_id, mode from msg_messages where id = ${id}`,
  )
  if (found === undefined) throw noSuch('message')
  const { account_id, hospital_id, mode } = found
  return { account_id, hospital_id, mode }
}

export interface CampaignLine {
  id: string
  account_id: string
  account_name: string
  name: string
  status: (typeof campaign_states)[number]
  pause_reason: string | null
  class: string
  planned: number
  created: number
  sent: number
  delivered: number
  failed: number
  at: string
}

export async function listCampaigns(
  asked: PageAsked & OfAccount & { status?: CampaignLine['status'] | undefined },
): Promise<Page<CampaignLine>> {
  const found = await paged<CampaignLine>(asked, {
    select: sql`c.id, c.account_id, a.name as account_name, c.name, c.status, c.pause_reason, c.class,
      c.planned, c.created, coalesce(c.started_at, c.schedule_at, c.created_at) as at`,
    from: sql` from msg_campaigns c join msg_accounts a on a.id = c.account_id${where([
      sql`c.mode = ${asked.mode ?? 'live'}`,
      when(asked.account_id, sql`c.account_id = ${asked.account_id}`),
      when(asked.status, sql`c.status = ${asked.status}`),
    ])}`,
    order: sql` order by c.id desc`,
  })
  const states = await statesOf(found.rows.map(({ id }) => id))
  return mapPage(found, (line) => {
    const of = (name: string): number => states.get(line.id)?.by_status.get(name) ?? 0
    return {
      ...line,
      sent: of('sent'),
      delivered: of('delivered'),
      failed: of('failed') + of('expired'),
    }
  })
}

export interface WebhookLine {
  id: string
  account_id: string
  account_name: string
  mode: Mode
  url: string
  health: (typeof webhook_health)[number]
  events: string[]
  pending: number
  failing_since: string | null
  last_success_at: string | null
  last_error: string | null
}

/** The ones that fail first. */
export async function listWebhooks(
  asked: PageAsked & OfAccount & { health?: WebhookLine['health'] | undefined },
): Promise<Page<WebhookLine>> {
  const health = sql`case when not w.enabled then 'off' when w.failing_since is not null then 'failing'
    when w.last_success_at is null then 'unproven' else 'ok' end`
  const found = await paged<WebhookLine>(asked, {
    select: sql`w.id, w.account_id, a.name as account_name, w.mode, w.url, ${health} as health,
      w.events, (select count(*) from msg_deliveries d where d.status = 'pending'
        and d.endpoint = w.account_id || ' ' || w.mode) as pending, w.failing_since, w.last_success_at, w.last_error`,
    from: sql` from msg_webhooks w join msg_accounts a on a.id = w.account_id${where([
      when(asked.mode, sql`w.mode = ${asked.mode}`),
      when(asked.account_id, sql`w.account_id = ${asked.account_id}`),
      when(asked.health, sql`${health} = ${asked.health}`),
    ])}`,
    order: sql` order by case when w.failing_since is null then 1 else 0 end, a.name, w.mode`,
  })
  return mapPage(found, (line) => ({
    ...line,
    events: wordsIn(line.events),
    pending: Number(line.pending),
  }))
}

/** A list is text in one database and a value in the other. */
const wordsIn = (kept: unknown): string[] =>
  (typeof kept === 'string' ? JSON.parse(kept) : kept) as string[]

export interface DeliveryLine {
  id: string
  account_id: string
  account_name: string
  mode: Mode
  event: string
  /** Of what it tells: a message, a campaign. */
  data_id: string
  status: (typeof delivery_states)[number]
  attempts: number
  url: string
  last_status_code: number | null
  last_error: string | null
  next_attempt_at: string | null
  created_at: string
}

/** The newest first. */
export async function listDeliveries(
  asked: Asked &
    OfAccount & {
      status?: DeliveryLine['status'] | undefined
      event?: string | undefined
      since?: string | undefined
      until?: string | undefined
    },
): Promise<Listed<DeliveryLine>> {
  const found = await rows<DeliveryLine>(
    sql`select d.id, d.account_id, a.name as account_name, d.mode, d.event, d.data_id, d.status, d.attempts,
      d.url, d.last_status_code, d.last_error, d.next_attempt_at, d.created_at
      from msg_deliveries d join msg_accounts a on a.id = d.account_id${where([
        when(asked.mode, sql`d.mode = ${asked.mode}`),
        when(asked.account_id, sql`d.account_id = ${asked.account_id}`),
        when(asked.status, sql`d.status = ${asked.status}`),
        when(asked.event, sql`d.event = ${asked.event}`),
        ...between(asked, 'd.created_at'),
        afterId(asked, 'desc', 'd.id'),
      ])} order by d.id desc limit ${limitOf(asked) + 1}`,
  )
  return listed(
    asked,
    found,
    (line) => line,
    ({ id }) => cursorOf(id),
  )
}

export interface TopUpLine {
  id: string
  account_id: string
  account_name: string
  amount: number
  currency: string
  method: string
  payment_reference: string
  note: string | null
  status: (typeof top_up_states)[number]
  created_at: string
}

export async function listTopUps(
  asked: PageAsked & OfAccount & { status?: TopUpLine['status'] | undefined },
): Promise<Page<TopUpLine>> {
  const found = await paged<TopUpLine>(asked, {
    select: sql`t.id, t.account_id, a.name as account_name, t.amount, t.currency, t.method,
      t.payment_reference, t.note, t.status, t.created_at`,
    from: sql` from msg_top_ups t join msg_accounts a on a.id = t.account_id${where([
      sql`t.mode = ${asked.mode ?? 'live'}`,
      when(asked.account_id, sql`t.account_id = ${asked.account_id}`),
      when(asked.status, sql`t.status = ${asked.status}`),
    ])}`,
    order: sql` order by t.id desc`,
  })
  return mapPage(found, (line) => ({
    ...line,
    amount: toMajor(Number(line.amount), currencyOf(line.currency)),
  }))
}

/** How many receivers there are, and how many of them fail. */
export async function webhookCounts(): Promise<{ endpoints: number; failing: number }> {
  const found = await row<{ n: number; failing: number }>(
    sql`select count(*) as n, sum(case when failing_since is null then 0 else 1 end) as failing
        from msg_webhooks where enabled and mode = 'live'`,
  )
  return { endpoints: Number(found?.n ?? 0), failing: Number(found?.failing ?? 0) }
}
