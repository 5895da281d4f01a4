// What waits for a link, read in portions: a few statements however long the queue (MSG-305, MSG-315).

import { rows } from '../../store/connection.ts'
import { byDialect, join, oneOf, raw, sql, type Sql } from '../../store/sql.ts'
import type { Mode } from '../caller.ts'
import type { Encoding, MessageClass } from '../messages/words.ts'
import type { Waiting } from './lanes.ts'

/** A part that was tried, or whose turn never came, and goes again over the same link. */
export interface WaitingPart {
  part_id: string
  number: number
  attempts: number
}

export interface Queued extends Waiting {
  message_id: string
  account_id: string
  hospital_id: string
  mode: Mode
  batch_id: string
  campaign_id: string | null
  phone: string
  sender_id: string
  text: string
  encoding: Encoding
  segments: number
  class: MessageClass
  lane: number
  operator: string
  reference: string
  callback_url: string | null
  key_id: string | null
  valid_until: string
  due_at: string
  created_at: string
  tries: number
  /** Null: none of it was ever tried. */
  parts: WaitingPart[] | null
}

/** Whose messages wait: one account in one lane of one operator. */
export interface Line {
  operator: string
  lane: number
  account_id: string
}

const mark = (mode: Mode): Sql => sql`m.mode = ${mode} and m.status = 'queued' and not m.submitted`

/** The lines in which something waits, found by leaps through the index, not by reading the queue. */
export async function linesOf(
  mode: Mode,
  wanted: readonly { operator: string; lane: number }[],
): Promise<Line[]> {
  if (wanted.length === 0) return []
  const each = wanted.map(
    ({ operator, lane }) => sql`select ${asCode(operator)} as operator, ${lane} + 0 as lane`,
  )
  const first = (of: string): Sql => sql`select min(m.account_id) from msg_messages m
    where ${mark(mode)} and m.operator = ${raw(of)}.operator and m.lane = ${raw(of)}.lane`
  // One leap for all of them: a server plans what it is asked anew on each connection, and twenty leaps that stand
  // beside each other took it fifty times as long to plan as to walk.
  return rows<Line>(sql`
    with recursive wanted (operator, lane) as (${join(each, ' union all ')}),
    leap (operator, lane, account_id) as (
      select wanted.operator, wanted.lane, (${first('wanted')}) from wanted
      union all
      select leap.operator, leap.lane, (${first('leap')} and m.account_id > leap.account_id)
      from leap where leap.account_id is not null
    )
    select operator, lane, account_id from leap where account_id is not null`)
}

/** To be compared as its column is. */
const asCode = (value: string): Sql =>
  byDialect({ sqlite: sql`${value}`, postgres: sql`cast(${value} as varchar(20)) collate "C"` })

const columns = `m.id as message_id, m.account_id, m.hospital_id, m.mode, m.batch_id, m.campaign_id,
  m.phone, m.sender_id, coalesce(m.text, b.sent_text, b.text, '') as text, m.encoding, m.segments,
  m.class, m.lane, m.operator, m.reference, b.callback_url, b.key_id, m.valid_until, m.due_at, m.created_at,
  m.tries`

export interface Portion extends Line {
  limit: number
}

/** The first of each line that are due, in the order in which they are to go. */
export async function portionsOf(
  mode: Mode,
  portions: readonly Portion[],
  now: string,
): Promise<Queued[]> {
  if (portions.length === 0) return []
  const each = portions.map(
    ({ operator, lane, account_id, limit }) => sql`
      select id from (
        select m.id from msg_messages m
        where ${mark(mode)} and m.operator = ${operator} and m.lane = ${lane}
          and m.account_id = ${account_id} and m.due_at <= ${now}
        order by m.due_at, m.id limit ${limit}
      ) as picked`,
  )
  const found = await rows<Omit<Queued, 'parts'>>(sql`
    select ${raw(columns)} from (${join(each, ' union all ')}) as due
    join msg_messages m on m.id = due.id
    join msg_batches b on b.id = m.batch_id
    order by m.due_at, m.id`)
  return found.map((one) => ({ ...one, parts: null }))
}

/** Messages of which parts wait for this very link, because it had them before. */
export async function resumedOf(link_id: string, now: string, limit: number): Promise<Queued[]> {
  const parts = await rows<WaitingPart & { message_id: string }>(sql`
    select p.id as part_id, p.number, p.attempts, p.message_id from msg_parts p
    join msg_messages m on m.id = p.message_id
    where p.link_id = ${link_id} and p.state = 'waiting' and m.status = 'queued'
      and m.due_at <= ${now}
    order by m.due_at, p.message_id, p.number limit ${limit}`)
  if (parts.length === 0) return []
  const by_message = Map.groupBy(parts, ({ message_id }) => message_id)
  const found = await rows<Omit<Queued, 'parts'>>(sql`
    select ${raw(columns)} from msg_messages m
    join msg_batches b on b.id = m.batch_id
    where m.id${oneOf([...by_message.keys()])} order by m.due_at, m.id`)
  return found.map((one) => ({ ...one, parts: by_message.get(one.message_id) ?? null }))
}
