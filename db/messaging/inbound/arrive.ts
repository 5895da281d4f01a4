// What people write to us: whose it is, whether it came before, what it answers (MSG 4.22).

import { row, rows } from '../../store/connection.ts'
import { newId } from '../../core/ids.ts'
import { byDialect, oneOf, sql } from '../../store/sql.ts'
import type { Mode, Owner } from '../caller.ts'
import { keepInbound, markOptOut, ownersOfNumber } from '../messages/arrivals.ts'
import type { Encoding } from '../messages/words.ts'
import { emit } from '../webhooks/emit.ts'
import { joined, takeIncomplete } from './pieces.ts'
import { sharersOf } from './shared-numbers.ts'

export interface Arrived {
  /** The operator's own, when it gives one. */
  id: string | null
  from: string
  to: string
  text: string
  encoding: Encoding
  place: { reference: number; total: number; number: number } | null
  /** Whose it is, where that is known: a test account's own. */
  owner?: Owner
}

export interface Whole extends Omit<Arrived, 'place'> {
  parts: number
  incomplete: boolean
}

export interface Way {
  link_id: string | null
  mode: Mode
}

const text_max = 5000
const day_ms = 86_400_000
const repeat_ms = 60_000
const reply_ms = 72 * 3_600_000

/** Asked what a word does (opt-out, help): answered by the area that keeps the opt-outs. */
type ReadWords = (
  owner: Owner,
  inbound: { id: string; from: string; to: string; text: string },
) => Promise<{ opt_out: boolean }>
let readWords: ReadWords = async () => ({ opt_out: false })
export function setWordReader(read: ReadWords): void {
  readWords = read
}

/** The id of the inbound message; null when it was there already, or is a part of a longer one. */
export async function arrive(way: Way, one: Arrived, at: string): Promise<string | null> {
  const whole =
    one.place === null
      ? { ...one, parts: 1, incomplete: false }
      : await joined(way.link_id, one, one.place, at)
  return whole === null ? null : keep(way, whole, at)
}

export async function keep(way: Way, one: Whole, at: string): Promise<string | null> {
  if (await isRepeat(way, one, at)) return null
  const target: Target =
    one.owner === undefined ? await ownerOf(way, one) : { owner: one.owner, keyword: null }
  const reply = target.owner === null ? undefined : await answered(target.owner, one, at)
  await inTurn()
  const id = newId()
  await keepInbound({
    id,
    hospital_id: target.owner?.hospital_id ?? nobodys,
    account_id: target.owner?.account_id ?? null,
    mode: way.mode,
    phone: one.from.slice(0, 64),
    to_number: one.to.slice(0, 15),
    text: one.text.slice(0, text_max),
    hidden: reply !== undefined && Boolean(reply.hidden),
    encoding: one.encoding,
    parts: one.parts,
    incomplete: one.incomplete,
    keyword: target.keyword,
    received_at: at,
    link_id: way.link_id,
    operator_message_id: one.id?.slice(0, 64) ?? null,
    in_reply_to: reply?.id ?? null,
    created_at: at,
  })
  if (target.owner === null) return id
  const inbound = { id, from: one.from, to: one.to, text: one.text }
  const { opt_out } = await readWords(target.owner, inbound)
  if (opt_out) await markOptOut(target.owner.hospital_id, id)
  for (const other of target.others ?? []) await readWords(other, inbound)
  // What answers the hospital's own words is nobody else's to read (MSG-606).
  if (reply === undefined || reply.hidden === false || reply.hidden === 0)
    await emit(target.owner, 'sms.received', {
      data: {
        id,
        from: one.from,
        to: one.to,
        text: one.text,
        receivedAt: at,
        inReplyTo: reply?.id ?? null,
        keyword: target.keyword,
        optOut: opt_out,
      },
    })
  return id
}

/** Texts of which parts are missing for a day arrive as what there is of them (MSG-570). */
export async function sweepIncomplete(at: string, limit = 100): Promise<number> {
  const before = new Date(Date.parse(at) - day_ms).toISOString()
  const given_up = await takeIncomplete(before, limit)
  for (const { link_id, whole } of given_up) await keep({ link_id, mode: 'live' }, whole, at)
  return given_up.length
}

/**
 * Ids are given in the order in which the rows become visible, so that whoever reads the tail of the
 * list misses none (MSG-510). SQLite has one writer at a time anyway.
 */
const inTurn = () =>
  row(
    byDialect({
      sqlite: sql`select 1 as yes`,
      postgres: sql`select 1 as yes from (select pg_advisory_xact_lock(${7_402_118_010})) as held`,
    }),
  )

const nobodys = '00000000-0000-7000-8000-000000000000'

/**
 * The same link and operator's id, or the same words within a minute (MSG-571). Some operators
 * (Kannel's among them) send one id with every text: other words of other people are no repeat.
 */
async function isRepeat({ link_id, mode }: Way, one: Whole, at: string): Promise<boolean> {
  if (one.id !== null && link_id !== null) {
    const known = await row(sql`select 1 as one from msg_inbound
      where link_id = ${link_id} and operator_message_id = ${one.id}
        and phone = ${one.from.slice(0, 64)} and text = ${one.text.slice(0, text_max)} limit 1`)
    if (known !== undefined) return true
  }
  const since = new Date(Date.parse(at) - repeat_ms).toISOString()
  const same = await rows<{ operator_message_id: string | null }>(sql`
    select operator_message_id from msg_inbound
    where phone = ${one.from} and to_number = ${one.to.slice(0, 15)} and mode = ${mode}
      and text = ${one.text} and received_at > ${since}
      and (link_id = ${link_id} or link_id is null) limit 20`)
  return same.length > 0
}

interface Target {
  owner: Owner | null
  keyword: string | null
  /** Of a number that several share: a word to none of them in particular is for all (MSG-451). */
  others?: Owner[]
}

/** The longest keyword that the text begins with, else whoever has the number for everything else. */
async function ownerOf({ mode }: Way, one: Whole): Promise<Target> {
  const owners = await ownersOfNumber(one.to.slice(0, 15), mode)
  const sharers = await sharersOf(owners, one, mode)
  if (sharers !== null) {
    const [first = null, ...others] = sharers
    return { owner: first, keyword: null, others }
  }
  const said = one.text.trim().toUpperCase()
  const first = (keyword: string): boolean =>
    said === keyword || (said.startsWith(keyword) && /^\s/.test(said.slice(keyword.length)))
  const best = owners
    .filter(({ keyword }) => keyword === '' || first(keyword.toUpperCase()))
    .sort((a, b) => b.keyword.length - a.keyword.length)[0]
  if (best === undefined) return { owner: await senderOf(one, mode), keyword: null }
  const { account_id, hospital_id, keyword } = best
  return { owner: { account_id, hospital_id, mode }, keyword: keyword === '' ? null : keyword }
}

/**
 * A reply to a sender that is no number of anybody's: it belongs to who last wrote to that person
 * under that name.
 */
async function senderOf(one: Whole, mode: Mode): Promise<Owner | null> {
  const found = await row<Owner>(sql`
    select account_id, hospital_id, mode from msg_messages
    where phone = ${one.from} and sender_id = ${one.to} and mode = ${mode}
    order by id desc limit 1`)
  return found ?? null
}

/** The newest message to that number within 72 h, from that number as sender. */
async function answered(
  { account_id, mode }: Owner,
  one: Whole,
  at: string,
): Promise<{ id: string; hidden: unknown } | undefined> {
  const since = new Date(Date.parse(at) - reply_ms).toISOString()
  return row<{ id: string; hidden: unknown }>(sql`
    select id, hidden from msg_messages
    where phone = ${one.from} and account_id = ${account_id} and mode = ${mode}
      and sender_id${oneOf([one.to])} and created_at > ${since}
    order by id desc limit 1`)
}
