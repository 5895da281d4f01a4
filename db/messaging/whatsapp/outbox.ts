// The rows as the queue of what is posted to the provider (MSG-506, MSG-507): the intent is
// committed before the first byte leaves; what has an intent and no answer is never posted again.

import { clock, hours, instantIn, seconds } from '../../core/clock.ts'
import { rows, run, within } from '../../store/connection.ts'
import { isHeld } from '../../appliance/outbound/holds.ts'
import { nothing, oneOf, sql } from '../../store/sql.ts'
import { instantOf } from '../accounts/clock.ts'
import { ownerOf } from '../caller.ts'
import { optedOutAmong } from '../contacts/opt-outs.ts'
import { setting } from '../settings/settings.ts'
import { isSuppressed } from './consent.ts'
import type { MessageRow } from './messages.ts'
import type { NumberRow } from './numbers.ts'
import { isCredential, type Outcome } from './provider.ts'
import { move } from './statuses.ts'
import { msg_whatsapp_messages, msg_whatsapp_numbers } from './tables.ts'
import { heard_states } from './words.ts'

export interface Claimed {
  message: MessageRow
  number: NumberRow
  /** The provider's id of the message that this one answers. */
  answers: string | null
}

const slice = 40
/** Longer than a call may take: whoever held these is gone. */
const lost_after_ms = seconds(60)
const given_up_after_ms = hours(24)

/** A daemon died between the intent and the answer. */
export const markLost = (): Promise<number> =>
  within(
    () =>
      run(
        sql`update msg_whatsapp_messages set posting = 'unknown', updated_at = ${clock.instant()}
            where posting = 'submitting' and submitting_at < ${instantIn(-lost_after_ms)}`,
      ),
    'jobs',
  )

/**
 * The next ones that may leave now, with their intents committed; they are held while the account
 * is paused or its business account is not active (MSG 3.1), and while the channel is (OPS-133).
 */
export function claim(): Promise<Claimed[]> {
  return within(async () => {
    const held = await isHeld('whatsapp')
    const apart_ms = seconds(await setting('whatsapp_user_interval_seconds'))
    const found = await msg_whatsapp_messages.read(
      sql`select ${msg_whatsapp_messages.selection('m')} from msg_whatsapp_messages m
          join msg_whatsapp_numbers n on n.id = m.number_id
          where m.posting = 'waiting' and m.post_after <= ${clock.instant()}
            and n.status <> 'disabled'${held ? sql` and n.provider = 'simulator'` : nothing}
            and exists (select 1 from msg_accounts a
              join msg_businesses b on b.id = a.business_id
              where a.id = m.account_id and not a.paused and b.status = 'active')
            and not exists (select 1 from msg_whatsapp_messages o
              where o.number_id = m.number_id and o.phone = m.phone
                and o.submitting_at > ${instantIn(-apart_ms)})
            and not exists (select 1 from msg_whatsapp_messages o
              where o.number_id = m.number_id and o.phone = m.phone and o.posting = 'waiting'
                and o.id < m.id)
          order by m.post_after, m.id limit ${slice}`,
    )
    if (found.length === 0) return []
    const numbers = await numbersOf(found)
    const room = await roomOf(numbers)
    const answers = await answersOf(found)
    const claimed: Claimed[] = []
    for (const message of found) {
      const number = numbers.get(message.number_id) as NumberRow
      const left = room.get(number.id) ?? 0
      if (left <= 0 || (await saidNo(message, number))) continue
      room.set(number.id, left - 1)
      const { hospital_id, id } = message
      const changes = {
        posting: 'submitting' as const,
        submitting_at: clock.instant(),
        tries: message.tries + 1,
      }
      const taken = await msg_whatsapp_messages.change(
        { hospital_id, id, posting: 'waiting' },
        changes,
      )
      if (taken === 0) continue
      const answered = message.reply_to === null ? null : (answers.get(message.reply_to) ?? null)
      claimed.push({ message: { ...message, ...changes }, number, answers: answered })
    }
    return claimed
  }, 'jobs')
}

async function numbersOf(found: readonly MessageRow[]): Promise<Map<string, NumberRow>> {
  const ids = [...new Set(found.map(({ number_id }) => number_id))]
  const list = await msg_whatsapp_numbers.read(
    sql`select ${msg_whatsapp_numbers.selection()} from msg_whatsapp_numbers where id${oneOf(ids)}`,
  )
  return new Map(list.map((one) => [one.id, one]))
}

/** How many more each number may post in this second. */
async function roomOf(numbers: ReadonlyMap<string, NumberRow>): Promise<Map<string, number>> {
  const used = await rows<{ number_id: string; n: number }>(
    sql`select number_id, count(*) as n from msg_whatsapp_messages
        where number_id${oneOf([...numbers.keys()])} and submitting_at > ${instantIn(-seconds(1))}
        group by number_id`,
  )
  const room = new Map([...numbers].map(([id, one]) => [id, one.messages_per_second]))
  for (const { number_id, n } of used) room.set(number_id, (room.get(number_id) ?? 0) - Number(n))
  return room
}

async function answersOf(found: readonly MessageRow[]): Promise<Map<string, string>> {
  const ids = found.flatMap(({ reply_to }) => (reply_to === null ? [] : [reply_to]))
  if (ids.length === 0) return new Map()
  const list = await rows<{ id: string; provider_id: string }>(
    sql`select id, provider_id from msg_whatsapp_messages
        where id${oneOf(ids)} and provider_id is not null`,
  )
  return new Map(list.map(({ id, provider_id }) => [id, provider_id]))
}

/** Somebody who said no while it waited gets it no more (MSG-450). */
async function saidNo(message: MessageRow, number: NumberRow): Promise<boolean> {
  const { phone, category } = message
  const scope = (await optedOutAmong(ownerOf(message), [phone])).get(phone)
  if (scope === undefined) return false
  if (!(await isSuppressed(number, phone, category ?? 'session', scope))) return false
  await move(message, {
    status: 'failed',
    at: await instantOf(ownerOf(message)),
    reason: 'opted_out',
    never_taken: 'never_submitted',
  })
  return true
}

/** What the provider answered; a status may have told it before. */
export function settle({ message, number }: Claimed, outcome: Outcome): Promise<void> {
  return within(async () => {
    const { hospital_id, id } = message
    const now = await msg_whatsapp_messages.find({ hospital_id, id }, { lock: true })
    if (now === undefined || (now.posting !== 'submitting' && now.posting !== 'unknown')) return
    const set = (changes: Partial<MessageRow>): Promise<unknown> =>
      msg_whatsapp_messages.change({ hospital_id, id }, changes)
    const at = await instantOf(ownerOf(now))
    switch (outcome.kind) {
      case 'taken':
        await set({ posting: 'submitted', provider_id: outcome.provider_id })
        return
      case 'unknown':
        await set({ posting: 'unknown' })
        return
      case 'later':
        if (now.created_at > new Date(Date.parse(at) - given_up_after_ms).toISOString()) {
          await set({
            posting: 'waiting',
            provider_code: outcome.code,
            post_after: instantIn(waitAfter(now.tries)),
          })
          return
        }
        await set({ posting: 'ended' })
        await move(now, {
          status: 'failed',
          at,
          reason: 'provider_error',
          provider_code: outcome.code,
          never_taken: 'never_submitted',
        })
        return
      case 'refused':
        await set({ posting: 'ended' })
        await move(now, {
          status: 'failed',
          at,
          reason: outcome.reason,
          provider_code: outcome.code,
          never_taken: 'rejected',
        })
        if (isCredential(outcome.code))
          await msg_whatsapp_numbers.change(
            { hospital_id: number.hospital_id, id: number.id, status: heard_states },
            { status: 'error', last_error: outcome.detail },
          )
    }
  }, 'jobs')
}

/** 2, 4, 8 … seconds, at most five minutes. */
const waitAfter = (tries: number): number =>
  Math.min(seconds(300), seconds(2 ** Math.min(tries, 9)))

/** Numbers of script 08: taken, and nothing is ever told of them (MSG-363). */
const is_silent = /^255\d{2}000008\d$/

/** The simulator takes everything and delivers it at once; nothing leaves (MSG-580). */
export function simulate(claimed: Claimed): Promise<void> {
  return within(async () => {
    const { hospital_id, id } = claimed.message
    await settle(claimed, { kind: 'taken', provider_id: `simulated.${id}` })
    const now = await msg_whatsapp_messages.find({ hospital_id, id }, { lock: true })
    if (now === undefined) return
    const at = await instantOf(ownerOf(now))
    await move(now, { status: 'sent', at })
    if (!is_silent.test(now.phone)) await move(now, { status: 'delivered', at })
  }, 'jobs')
}
