// Telling people of the house (PLT-95…99), in the transaction of whatever it is about: a row per
// person, and beside it the copies that are to leave the house once this is kept.

import type { Caller } from '../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../core/clock.ts'
import { afterCommit, rows, run } from '../../../store/connection.ts'
import { newId } from '../../../core/ids.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import { type NotificationKind, registry } from '../../registry.ts'
import { defaultsOf } from './kinds.ts'
import { quietUntil, wantedOf } from './preferences.ts'
import { type Receiver, receivers, type To } from './receivers.ts'
import { notice_copies, notice_escalations, notice_preferences, notifications } from './tables.ts'
import { nudge } from './waiting.ts'
import type { Urgency } from './words.ts'

export type { To } from './receivers.ts'

export interface Notice {
  to: To
  /** A kind some area brings. */
  kind: string
  title: string
  body: string
  entity?: { type: string; id: string } | null | undefined
  /** The kind's own when left out. */
  urgency?: Urgency | undefined
  /** Words for SMS and email where the notice names a patient: initials and number only (PLT-99). */
  outside?: { title: string; body: string } | null | undefined
  /** No copy leaves the house: the same words go another way already. */
  inside_only?: boolean | undefined
  /** Where nobody has looked after so many minutes, these are told (PLT-98). */
  escalate?: { after_min: number; to: To } | undefined
}

/** How many were told. Outside a transaction it throws, as every write does. */
export async function notify(caller: Caller, notice: Notice): Promise<{ told: number }> {
  const kind = registry.notifications.get(notice.kind)
  if (kind === undefined) throw new Error(`no area brings notices of the kind ${notice.kind}`)
  const words = {
    ...notice,
    title: cut(notice.title, 120),
    body: cut(notice.body, 1000),
    urgency: notice.urgency ?? kind.urgency,
  }
  const people = (await receivers(caller, notice.to)).filter(
    ({ id }) => notice.to.user !== undefined || id !== caller.user_id,
  )
  const known = words.urgency === 'URGENT' ? new Map() : await unreadAlike(people, words)
  await fold(known, words)
  const fresh = people.filter(({ id }) => !known.has(id))
  const escalation_id =
    notice.escalate !== undefined && (fresh.length > 0 || people.length === 0)
      ? await writeEscalation(caller, words, notice.escalate)
      : null
  const written = await write(caller, fresh, words, escalation_id)
  if (notice.inside_only !== true) await writeCopies(caller, kind, written, words)
  const user_ids = people.map(({ id }) => id)
  if (user_ids.length > 0) afterCommit(() => nudge(user_ids))
  return { told: people.length }
}

type Words = Notice & { urgency: Urgency }

export const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed()

/** Unread notices of the same kind and entity, by person (PLT-96). */
async function unreadAlike(
  people: readonly Receiver[],
  { kind, entity }: Words,
): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const same =
    entity === undefined || entity === null
      ? sql`entity_id is null`
      : sql`entity_id = ${entity.id} and entity_type = ${entity.type}`
  const found = await rows<{ id: string; user_id: string }>(
    sql`select id, user_id from notifications where user_id${oneOf(people.map(({ id }) => id))}
      and kind = ${kind} and ${same} and read_at is null and urgency <> 'URGENT'`,
  )
  return new Map(found.map(({ id, user_id }) => [user_id, id]))
}

async function fold(known: ReadonlyMap<string, string>, { title, body }: Words): Promise<void> {
  if (known.size === 0) return
  const now = clock.instant()
  await run(
    sql`update notifications set count = count + 1, title = ${title}, body = ${body},
      created_at = ${now}, updated_at = ${now} where id${oneOf([...known.values()])}`,
  )
}

interface Written {
  receiver: Receiver
  notification_id: string
}

async function write(
  caller: Caller,
  people: readonly Receiver[],
  words: Words,
  escalation_id: string | null,
): Promise<Written[]> {
  const written = people.map((receiver) => ({ receiver, notification_id: newId() }))
  await notifications.insertMany(
    written.map(({ receiver, notification_id }) => ({
      id: notification_id,
      hospital_id: caller.hospital_id,
      user_id: receiver.id,
      facility_id: words.to.facility_id ?? caller.facility_id,
      kind: words.kind,
      title: words.title,
      body: words.body,
      urgency: words.urgency,
      entity_type: words.entity?.type ?? null,
      entity_id: words.entity?.id ?? null,
      actor_name: caller.kind === 'SYSTEM' ? null : cut(caller.name, 160),
      escalation_id,
    })),
  )
  return written
}

async function writeEscalation(
  caller: Caller,
  { kind, title, body, outside, urgency, entity, to }: Words,
  { after_min, to: second }: NonNullable<Notice['escalate']>,
): Promise<string> {
  const { id } = await notice_escalations.insert({
    hospital_id: caller.hospital_id,
    due_at: instantIn(minutes(after_min)),
    notice: {
      kind,
      title,
      body,
      outside: outside ?? null,
      urgency,
      entity: entity ?? null,
      facility_id: to.facility_id ?? caller.facility_id,
    },
    second,
    actor_id: caller.user_id,
    actor_name: caller.name,
  })
  return id
}

/** PLT-99: who wants this kind outside the house, where there is an address or a number. */
async function writeCopies(
  caller: Caller,
  kind: NotificationKind,
  written: readonly Written[],
  words: Words,
): Promise<void> {
  const reachable = written.filter(({ receiver }) => receiver.email ?? receiver.phone)
  if (reachable.length === 0) return
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const defaults = await defaultsOf(caller)
  const own = new Map(
    (
      await notice_preferences.all({
        hospital_id,
        user_id: reachable.map((one) => one.receiver.id),
      })
    ).map((row) => [row.user_id, row]),
  )
  const urgent = words.urgency === 'URGENT'
  const copies = reachable.map(({ receiver, notification_id }) => {
    const preferences = own.get(receiver.id)
    const wanted = wantedOf(kind, preferences, defaults)
    const by_email = wanted.email && receiver.email !== null
    const else_phone = kind.locked && wanted.email
    const by_phone = wanted.sms || wanted.whatsapp || (else_phone && !by_email)
    return {
      hospital_id,
      user_id: receiver.id,
      notification_id,
      by_email,
      by_phone: by_phone && receiver.phone !== null,
      or_phone: by_email && else_phone && !by_phone,
      urgent,
      title: cut(words.outside?.title ?? words.title, 120),
      body: cut(words.outside?.body ?? words.body, 1000),
      entity_type: words.entity?.type ?? null,
      entity_id: words.entity?.id ?? null,
      not_before: urgent ? null : quietUntil(preferences, timezone),
    }
  })
  await notice_copies.insertMany(copies.filter((one) => one.by_email || one.by_phone))
}
