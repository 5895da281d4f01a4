// What people wrote back, as an account reads it; oldest first it is a tail (MSG-510).

import { rows } from '../../store/connection.ts'
import { raw, sql, when, where } from '../../store/sql.ts'
import type { Owner } from '../caller.ts'
import { afterId, type Asked, cursorOf, limitOf, type Listed, listed } from '../cursors.ts'
import { between } from '../messages/messages.ts'
import type { Encoding } from '../messages/words.ts'
import { noneHere } from '../refusals.ts'
import { readNumber } from '../routing/numbers.ts'
import type { InboundSms } from './shapes.ts'

export interface InboundAsked extends Asked {
  from?: string | undefined
  to?: string | undefined
  keyword?: string | undefined
  order?: 'asc' | 'desc' | undefined
  since?: string | undefined
  until?: string | undefined
}

export interface Tail<T> extends Listed<T> {
  /** Given later as cursor: exactly what came after this page. */
  endCursor?: string
}

interface Found {
  id: string
  phone: string
  to_number: string
  text: string | null
  encoding: Encoding
  parts: number
  incomplete: unknown
  keyword: string | null
  received_at: string
  link: string | null
  in_reply_to: string | null
  opt_out: unknown
  handled_at: string | null
  handled_by: string | null
}

/** What answers the hospital's own words is nobody else's to read (MSG-606). */
const own = ({ account_id, mode }: Owner) => [
  sql`i.account_id = ${account_id}`,
  sql`i.mode = ${mode}`,
  sql`not i.hidden`,
]
const from = sql`select i.id, i.phone, i.to_number, i.text, i.encoding, i.parts, i.incomplete,
    i.keyword, i.received_at, l.code as link, i.in_reply_to, i.opt_out, i.handled_at, i.handled_by
  from msg_inbound i left join msg_links l on l.id = i.link_id`

export async function listInbound(owner: Owner, asked: InboundAsked): Promise<Tail<InboundSms>> {
  const order = asked.order ?? 'desc'
  const found = await rows<Found>(
    sql`${from}${where([
      ...own(owner),
      asked.from === undefined
        ? undefined
        : sql`i.phone = ${readNumber(asked.from) ?? asked.from.replace(/^\+/, '')}`,
      when(asked.to, sql`i.to_number = ${asked.to}`),
      when(asked.keyword, sql`upper(i.keyword) = ${asked.keyword?.toUpperCase()}`),
      ...between(asked, 'i.received_at'),
      afterId(asked, order, 'i.id'),
    ])} order by i.id ${raw(order)} limit ${limitOf(asked) + 1}`,
  )
  const page = listed(asked, found, shown, ({ id }) => cursorOf(id))
  if (order === 'desc') return page
  const last = page.data.at(-1)
  return { ...page, endCursor: last === undefined ? (asked.cursor ?? start) : cursorOf(last.id) }
}

/** Before everything: the tail of a list that is still empty. */
const start = cursorOf('')

export async function findInbound(owner: Owner, id: string): Promise<InboundSms> {
  const [found] = await rows<Found>(sql`${from}${where([...own(owner), sql`i.id = ${id}`])}`)
  if (found === undefined) throw noneHere('message')
  return shown(found)
}

const shown = (one: Found): InboundSms => ({
  id: one.id,
  from: one.phone,
  to: one.to_number,
  text: one.text,
  encoding: one.encoding,
  parts: one.parts,
  incomplete: Boolean(one.incomplete),
  keyword: one.keyword,
  receivedAt: one.received_at,
  link: one.link,
  inReplyTo: one.in_reply_to,
  optOut: Boolean(one.opt_out),
  handledAt: one.handled_at,
  handledBy: one.handled_by,
})
