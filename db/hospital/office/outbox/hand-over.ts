// Texts out of the outbox into the hospital's messaging account (PLT-138). The hand-over and the
// note of it are one transaction, so that a daemon killed in between sends nobody twice; the
// account's own reference (`platform:outbox:{id}`) holds even where the note was lost.

import { system } from '../../../core/caller.ts'
import { clock, dayIn, hours, instantIn, minutes, startOfDay } from '../../../core/clock.ts'
import { row, rows, within } from '../../../store/connection.ts'
import { sendForHospital } from '../../../messaging/messages/hospital.ts'
import { unseal } from '../../../appliance/secrets/seal.ts'
import { byDialect, nothing, raw, sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { byId, toMinor } from '../hospitals/hospitals.ts'
import { factsFor } from '../hospitals/messaging.ts'
import { tell } from '../../neighbours/telling.ts'
import { referenceOf } from './answered.ts'
import { bridgeOf, isQuiet, quietEnd } from './bridge.ts'
import { cappedUntil } from './caps.ts'
import { tellEnds } from './ends.ts'
import { outbox_messages } from './tables.ts'

type Row = RowOf<(typeof outbox_messages)['columns']>

const at_once = 100
const no_balance_wait_ms = minutes(15)
const no_balance_most_ms = hours(24)
const for_update = byDialect({ sqlite: nothing, postgres: raw(' for update skip locked') })

export interface HandedOver {
  sent: number
  held: number
  failed: number
}

/** What the daemon does every few seconds, and right after a code was written. */
export async function handOver(): Promise<HandedOver> {
  const done: HandedOver = { sent: 0, held: 0, failed: 0 }
  const now = clock.instant()
  const due = sql` from outbox_messages where channel = 'sms' and send_after <= ${now}
    and status in ('QUEUED', 'HELD') and (status = 'QUEUED' or reason <> 'restored')`
  if ((await rows(sql`select 1 as yes${due} limit 1`)).length === 0) return done
  await within(async () => {
    const found = await rows<{ id: string }>(
      sql`select id${due} order by send_after, id limit ${at_once}${for_update}`,
    )
    const texts = await outbox_messages.allAnywhere(
      { id: found.map(({ id }) => id) },
      { order: ['send_after', 'id'] },
    )
    for (const text of texts) done[await handOne(text)] += 1
  }, 'jobs')
  return done
}

async function handOne(text: Row): Promise<keyof HandedOver> {
  const now = clock.instant()
  const settings = await bridgeOf(text.hospital_id)
  if (!settings.channels.sms) return settle(text, { status: 'SKIPPED', reason: 'channel_off' })
  if (text.not_after !== null && text.not_after < now)
    return settle(text, { status: 'SKIPPED', reason: 'too_late' })
  const hospital = await byId(text.hospital_id)
  if (text.class !== 'ESSENTIAL' && isQuiet(settings, hospital.timezone)) {
    const opens = quietEnd(settings, hospital.timezone)
    if (text.not_after !== null && text.not_after < opens)
      return settle(text, { status: 'SKIPPED', reason: 'too_late' })
    return settle(text, { status: 'HELD', reason: 'quiet_hours', send_after: opens })
  }
  const until = await cappedUntil(text, settings, hospital.timezone)
  if (until === null) return give(text)
  return text.not_after !== null && text.not_after < until
    ? settle(text, { status: 'SKIPPED', reason: 'too_late' })
    : settle(text, { status: 'HELD', reason: 'cap', send_after: until })
}

async function give(text: Row): Promise<keyof HandedOver> {
  const hospital = await byId(text.hospital_id)
  const is_code = text.class === 'ESSENTIAL' && text.event.startsWith('account.')
  const sent = await sendForHospital(factsFor(hospital), {
    to: text.contact ?? '',
    text: text.text ?? (text.sealed === null ? '' : unseal(text.sealed)),
    reference: referenceOf(text.id),
    class: is_code && text.event === 'account.code' ? 'otp' : classOf(text),
    sensitive: is_code,
    patient_id: text.patient_id,
    staff_id: null,
    reply_to: 'outbox',
    promotional_allowed: true,
  })
  if (!('refused' in sent)) {
    return settle(text, {
      status: 'SENT',
      reason: null,
      sent_at: clock.instant(),
      sealed: null,
      messaging_id: sent.message_id,
      segments: sent.segments,
      cost: await toMinor(text, 'cost', sent.cost),
      attempts: text.attempts + 1,
    })
  }
  const words = { last_answer: sent.message.slice(0, 300), attempts: text.attempts + 1 }
  switch (sent.reason) {
    case 'opted_out':
      return settle(text, { ...words, status: 'SKIPPED', reason: 'opted_out' })
    case 'insufficient_funds':
      await tellOfNoBalance(text, sent.message)
      return waits(text, words)
    case 'queue_full':
      return waits(text, words)
    default:
      if (sent.reason === 'bad_number') await tellEnds(text.hospital_id, [text], false)
      return settle(text, {
        ...words,
        status: 'FAILED',
        reason: sent.reason,
        failed_at: clock.instant(),
      })
  }
}

/** One notice a day to whoever looks after the bridge, one an hour to who sees to the money. */
async function tellOfNoBalance(text: Row, message: string): Promise<void> {
  const { hospital_id, id } = text
  const caller = system(hospital_id)
  const { timezone } = await byId(hospital_id)
  const today = startOfDay(timezone, dayIn(timezone))
  const to_whom = [
    { permission: 'bridge:manage', since: today },
    { permission: 'messaging:manage', since: instantIn(-hours(1)) },
  ]
  for (const { permission, since } of to_whom) {
    const told = await row(
      sql`select 1 as yes from outbox_messages
          where hospital_id = ${hospital_id} and channel = 'sms' and id <> ${id}
            and status in ('HELD', 'FAILED') and reason = 'no_balance' and updated_at >= ${since}
          limit 1`,
    )
    if (told !== undefined) continue
    await tell(caller, {
      to: { permission },
      kind: 'bridge.no_balance',
      title: 'Messages wait: there is no balance',
      body: message,
    })
  }
}

/** Tried each quarter of an hour for a day, never past its own time. */
function waits(text: Row, words: Partial<Row>): Promise<keyof HandedOver> {
  const next = instantIn(no_balance_wait_ms)
  const last = new Date(Date.parse(text.created_at) + no_balance_most_ms).toISOString()
  const over = next > last || (text.not_after !== null && next > text.not_after)
  return settle(
    text,
    over
      ? { ...words, status: 'FAILED', reason: 'no_balance', failed_at: clock.instant() }
      : { ...words, status: 'HELD', reason: 'no_balance', send_after: next },
  )
}

const classOf = ({ class: kind }: Row): 'transactional' | 'promotional' =>
  kind === 'PROMOTION' ? 'promotional' : 'transactional'

async function settle(text: Row, changes: Partial<Row>): Promise<keyof HandedOver> {
  const { hospital_id, id } = text
  const ends = changes.status === 'SKIPPED' || changes.status === 'FAILED'
  await outbox_messages.change({ hospital_id, id }, ends ? { ...changes, sealed: null } : changes)
  return changes.status === 'SENT' ? 'sent' : changes.status === 'HELD' ? 'held' : 'failed'
}
