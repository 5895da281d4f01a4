// Test mode's own drain: the whole path but for a wire, by the account's virtual clock (MSG-362,
// MSG-580, MSG-582). One transaction does a turn: nothing leaves, so nothing can be lost on the way.

import { dialect, row, rows, within } from '../../store/connection.ts'
import { newId } from '../../core/ids.ts'
import { raw, sql } from '../../store/sql.ts'
import { now as nowOf } from '../accounts/clock.ts'
import type { Owner } from '../caller.ts'
import { allOperators } from '../routing/operators.ts'
import { type PartAnswer, settle } from './answers.ts'
import { expire, release } from './due.ts'
import { type Intent, intendInTest } from './intents.ts'
import { split } from '../messages/segments.ts'
import { portionsOf, type Queued, resumedOf } from './queued.ts'
import type { ReceiptLink } from './receipts.ts'
import { answerTo, nextHappening, owe, playDue, type Simulator } from './simulated.ts'

/** No row of the links: test mode has a simulator of its own, whatever the routes say. */
export const test_link_id = '00000000-0000-7000-8000-0000000007e5'

const test_link: ReceiptLink = { id: test_link_id, receipts: 'every_part', error_map: {} }
const simulator: Simulator = {
  receipt_delay_ms: 1000,
  mix: { delivered: 1, failed: 0, expired: 0 },
}
const at_once = 200

/** Accounts of which something in test mode is not over, found by leaps through the index. */
export async function busyTestAccounts(): Promise<Owner[]> {
  const open = raw(`mode = 'test' and status in ('scheduled', 'queued', 'sent')`)
  const found = await rows<{ account_id: string; hospital_id: string }>(sql`
    with recursive leap (account_id) as (
      select min(account_id) from msg_messages where ${open}
      union all
      select (select min(m.account_id) from msg_messages m
        where ${open} and m.account_id > leap.account_id)
      from leap where leap.account_id is not null
    )
    select a.id as account_id, a.hospital_id from msg_accounts a
    where a.id in (select account_id from leap where account_id is not null)
      or a.id in (select account_id from msg_simulated where link_id = ${test_link_id})
    order by a.id`)
  const due: Owner[] = []
  for (const one of found) {
    const owner: Owner = { ...one, mode: 'test' }
    const next = await nextDue(owner)
    if (next !== null && Date.parse(next) <= (await nowOf(owner, 'test'))) due.push(owner)
  }
  return due
}

/** The next moment at which something of this account happens by itself. */
export async function nextDue(owner: Owner): Promise<string | null> {
  const mine = sql`account_id = ${owner.account_id} and mode = 'test'`
  const found = await row<Record<'at' | 'ends' | 'again', string | null>>(sql`
    select
      (select min(due_at) from msg_messages where ${mine}
        and (status = 'scheduled' or (status = 'queued' and not submitted))) as at,
      (select min(valid_until) from msg_messages where ${mine}
        and status in ('queued', 'sent')) as ends,
      (select min(m.due_at) from msg_parts p join msg_messages m on m.id = p.message_id
        where p.link_id = ${test_link_id} and p.state = 'waiting' and m.status = 'queued'
          and m.account_id = ${owner.account_id}) as again`)
  const owed = await nextHappening({ link_id: test_link_id, ...owner })
  const moments = [found?.at, found?.ends, found?.again, owed].filter(
    (one) => one !== null && one !== undefined,
  )
  return moments.sort()[0] ?? null
}

export interface Turned {
  released: number
  submitted: number
  /** Receipts, late answers and replies. */
  happened: number
  expired: number
}

/**
 * One turn at the account's own moment; null when nothing was due. Who must know that (MSG-582) waits for
 * another daemon's turn; who only comes by leaves the account to it.
 */
export async function testTurn(owner: Owner, { waits = false } = {}): Promise<Turned | null> {
  const now = new Date(await nowOf(owner, 'test')).toISOString()
  return within(async () => {
    if (!(await alone(owner, waits))) return null
    const turned: Turned = {
      released: await release(owner, now),
      happened: await playDue({ link_id: test_link_id, ...owner }, test_link, now, at_once),
      submitted: await submit(owner, now),
      expired: await expire(owner, now),
    }
    return Object.values(turned).some((count) => count > 0) ? turned : null
  }, 'jobs')
}

/** One daemon at a time has an account in hand. */
async function alone({ account_id }: Owner, waits: boolean): Promise<boolean> {
  if (dialect() === 'sqlite') return true
  if (waits) {
    await row(sql`select 1 as got from pg_advisory_xact_lock(hashtext(${`test ${account_id}`}))`)
    return true
  }
  const got = await row<{ got: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext(${`test ${account_id}`})) as got`,
  )
  return got?.got === true
}

async function submit(owner: Owner, now: string): Promise<number> {
  const operators = (await allOperators()).map(({ code }) => code)
  const portions = operators.flatMap((operator) =>
    [0, 1, 2].map((lane) => ({ operator, lane, account_id: owner.account_id, limit: at_once })),
  )
  const fresh = await portionsOf('test', portions, now)
  const again = (await resumedOf(test_link_id, now, 1000)).filter(
    ({ account_id }) => account_id === owner.account_id,
  )
  const messages = [...again, ...fresh.sort((a, b) => a.lane - b.lane)].slice(0, at_once)
  if (messages.length === 0) return 0
  const parts = messages.flatMap(partsOf)
  await intendInTest(
    { link_id: test_link_id, daemon: 'test', fence: 0 },
    parts.map(({ intent }) => intent),
    now,
  )
  const ms = Date.parse(now)
  const answers = parts.map(({ intent, text, total, attempts }): PartAnswer => {
    const { message } = intent
    const tried = {
      phone: message.phone,
      text,
      number: intent.number,
      parts: total,
      attempts,
      waited_ms: ms - Date.parse(message.created_at),
      valid_until: message.valid_until,
    }
    return { part_id: intent.part_id, facts: message, ...answerTo(tried, simulator, ms) }
  })
  await settle(answers, now)
  await owe(answers, test_link_id)
  return messages.length
}

function partsOf(message: Queued) {
  const pieces = split(message.text, message.encoding)
  const known = new Map(message.parts?.map((part) => [part.number, part]) ?? [])
  return pieces.flatMap((text, index) => {
    const waits = known.get(index + 1)
    if (message.parts !== null && waits === undefined) return []
    const intent: Intent = {
      message,
      part_id: waits?.part_id ?? newId(),
      number: index + 1,
      segments: 1,
      bind: 0,
      sequence: index + 1,
      user_reference: index + 1,
      resumed: waits !== undefined,
    }
    return [{ intent, text, total: pieces.length, attempts: waits?.attempts ?? 0 }]
  })
}
