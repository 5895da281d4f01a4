// Media of WhatsApp (MSG-509): what people sent is fetched by the daemon and kept for a while, and what
// is uploaded here is handed to the provider when a message first needs it.

import { clock, days, instantIn, minutes, seconds } from '../../core/clock.ts'
import { isId, newId } from '../../core/ids.ts'
import { rows, run, within } from '../../store/connection.ts'
import * as store from '../../store/files/store.ts'
import { nothing, oneOf, sql } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { isHeld } from '../../appliance/outbound/holds.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { noneHere, wrong, wrongState } from '../refusals.ts'
import { setting } from '../settings/settings.ts'
import { mimeOf, sampleOf } from './media-kinds.ts'
import { type NumberRow, numberOf } from './numbers.ts'
import type { Content } from './provider.ts'
import type { WhatsappInput, WhatsappMedia } from './shapes.ts'
import { msg_whatsapp_media, msg_whatsapp_messages, msg_whatsapp_numbers } from './tables.ts'

export type MediaRow = RowOf<(typeof msg_whatsapp_media)['columns']>

const tries_max = 12
/** Longer than a fetch may take: whoever had it in hand is gone. */
const in_hand_ms = minutes(2)
const at_once = 10

/** What a person sent: its bytes are fetched after the message is kept. */
export async function awaitMedia(
  number: NumberRow,
  about: { message_id: string; phone: string; part: Record<string, unknown> },
): Promise<string | null> {
  const { id: provider_media_id, mime_type, filename } = about.part
  if (typeof provider_media_id !== 'string' || !/^[\w.:-]{1,300}$/.test(provider_media_id))
    return null
  const made = await msg_whatsapp_media.insert({
    id: newId(),
    ...ownerOf(number),
    number_id: number.id,
    message_id: about.message_id,
    phone: about.phone,
    direction: 'inbound',
    provider_media_id,
    mime_type: typeof mime_type === 'string' ? mime_type.slice(0, 200) : null,
    file_name: typeof filename === 'string' ? filename.slice(0, 240) : null,
    state: 'waiting',
    due_at: clock.instant(),
    expires_at: await ending(),
  })
  return made.id
}

const ending = async (): Promise<string> => instantIn(days(await setting('retention_media_days')))

/** The next ones to be fetched; whoever takes them has them in hand for a while. */
export function claimMedia(): Promise<{ media: MediaRow; number: NumberRow }[]> {
  return within(async () => {
    const held = await isHeld('whatsapp')
    const found = await msg_whatsapp_media.read(
      sql`select ${msg_whatsapp_media.selection('m')} from msg_whatsapp_media m
          join msg_whatsapp_numbers n on n.id = m.number_id
          where m.state = 'waiting' and m.due_at <= ${clock.instant()}
            and n.status <> 'disabled'${held ? sql` and n.provider = 'simulator'` : nothing}
          order by m.due_at, m.id limit ${at_once}`,
    )
    if (found.length === 0) return []
    await run(sql`update msg_whatsapp_media set due_at = ${instantIn(in_hand_ms)},
        tries = tries + 1 where id${oneOf(found.map(({ id }) => id))}`)
    const numbers = await msg_whatsapp_numbers.read(
      sql`select ${msg_whatsapp_numbers.selection()} from msg_whatsapp_numbers
          where id${oneOf([...new Set(found.map(({ number_id }) => number_id))])}`,
    )
    const by_id = new Map(numbers.map((one) => [one.id, one]))
    return found.flatMap((media) => {
      const number = by_id.get(media.number_id)
      return number === undefined ? [] : [{ media: { ...media, tries: media.tries + 1 }, number }]
    })
  }, 'jobs')
}

/** Its bytes are here; the message they came with says how many. */
export async function keepMedia(
  { id, hospital_id, message_id, mime_type }: MediaRow,
  file: { bytes: Buffer; mime_type: string | null },
): Promise<void> {
  const sha256 = await store.put(file.bytes)
  const size = file.bytes.length
  const kind = file.mime_type ?? mime_type ?? 'application/octet-stream'
  await within(async () => {
    const kept = { state: 'kept' as const, sha256, size, mime_type: kind, due_at: null }
    const taken = await msg_whatsapp_media.change(
      { hospital_id, id, state: 'waiting' },
      { ...kept, last_error: null },
    )
    if (taken === 0 || message_id === null) return
    const message = await msg_whatsapp_messages.find(
      { hospital_id, id: message_id },
      { lock: true },
    )
    const media = message?.content.media
    if (message === undefined || media === undefined) return
    const content: Content = { ...message.content, media: { ...media, mimeType: kind, size } }
    await msg_whatsapp_messages.change({ hospital_id, id: message_id }, { content })
  }, 'jobs')
}

/** Tried again for some hours; what the provider will never give is given up at once. */
export const noteNotFetched = (
  { id, hospital_id, tries }: MediaRow,
  why: string,
  for_good: boolean,
): Promise<unknown> =>
  within(
    () =>
      msg_whatsapp_media.change(
        { hospital_id, id, state: 'waiting' },
        for_good || tries >= tries_max
          ? { state: 'failed', due_at: null, last_error: why.slice(0, 300) }
          : { due_at: instantIn(waitAfter(tries)), last_error: why.slice(0, 300) },
      ),
    'jobs',
  )

/** 10, 20, 40 … seconds, at most an hour. */
const waitAfter = (tries: number): number =>
  Math.min(minutes(60), seconds(5 * 2 ** Math.min(tries, 12)))

/** Of test mode: nobody is asked (MSG-580). */
export const simulateMedia = (media: MediaRow): Promise<void> =>
  keepMedia(media, { bytes: sampleOf(media.mime_type), mime_type: media.mime_type })

export async function upload(
  caller: MessagingCaller,
  file: { bytes: Buffer; file_name: string; content_type: string },
  keep?: (answer: WhatsappMedia) => Promise<void>,
): Promise<WhatsappMedia> {
  const mime_type = mimeOf(file)
  const most = await setting('media_limit')
  if (file.bytes.length === 0) throw wrong('file', 'file is empty.')
  if (file.bytes.length > most)
    throw wrong('file', `file is larger than ${Math.floor(most / 1024 / 1024)} MiB.`)
  // Bytes go into the store first: nothing but the database waits inside a transaction.
  const sha256 = await store.put(file.bytes)
  return within(async () => {
    const number = await numberOf(caller, undefined)
    const made = await msg_whatsapp_media.insert({
      id: newId(),
      ...ownerOf(caller),
      number_id: number.id,
      direction: 'outbound',
      mime_type,
      file_name: file.file_name.slice(0, 240) || null,
      size: file.bytes.length,
      sha256,
      state: 'kept',
      expires_at: await ending(),
    })
    const shown = shownMedia(made)
    await keep?.(shown)
    return shown
  })
}

export const shownMedia = (one: MediaRow): WhatsappMedia => ({
  id: one.id,
  mimeType: one.mime_type ?? 'application/octet-stream',
  size: one.size ?? 0,
  sha256: one.sha256 ?? '',
  direction: one.direction,
  fileName: one.file_name,
  expiresAt: one.expires_at,
  createdAt: one.created_at,
})

async function rowOf(owner: Owner, id: string): Promise<MediaRow> {
  const found = isId(id) ? await msg_whatsapp_media.find({ ...ownerOf(owner), id }) : undefined
  if (found === undefined || found.state === 'failed' || found.state === 'gone')
    throw noneHere('media')
  return found
}

export async function fileOf(
  owner: Owner,
  id: string,
): Promise<{ bytes: Buffer; content_type: string; file_name: string }> {
  const found = await rowOf(owner, id)
  if (found.sha256 === null)
    throw wrongState('This file is not here yet; it is fetched within a minute.')
  const bytes = await store.get(found.sha256)
  if (bytes === undefined) throw noneHere('media')
  const kind = found.mime_type ?? ''
  return {
    bytes,
    content_type: /^[\w.+-]{1,80}\/[\w.+-]{1,80}$/.test(kind) ? kind : 'application/octet-stream',
    file_name: found.file_name ?? `${found.id}`,
  }
}

const kinds_of: Readonly<Record<string, RegExp>> = {
  image: /^image\//,
  audio: /^audio\//,
  video: /^video\//,
  document: /./,
}

/** What was uploaded, as part of a message of this type. */
export async function mediaToSend(
  caller: MessagingCaller,
  type: WhatsappInput['type'],
  id: string,
): Promise<{ id: string; mimeType: string | null; size: number | null; fileName?: string }> {
  const found = await rowOf(caller, id)
  if (found.sha256 === null)
    throw wrongState('This file is not here yet; it is fetched within a minute.')
  if (kinds_of[type]?.test(found.mime_type ?? '') !== true)
    throw wrong('media.id', `media.id is ${found.mime_type}, which is no ${type}.`)
  const { mime_type, size, file_name } = found
  return {
    id: found.id,
    mimeType: mime_type,
    size,
    ...(type === 'document' && file_name !== null ? { fileName: file_name } : {}),
  }
}

/** What the provider calls it, and for how long it knows it. */
export interface HandedOver {
  row: MediaRow
  provider_media_id: string | null
  bytes: Buffer | null
}

const known_for_ms = days(29)

/** For the hand: under which id the provider of this number has it, or the bytes to give it. */
export async function handedOver(number: NumberRow, id: string): Promise<HandedOver | null> {
  const row = await msg_whatsapp_media.find({ hospital_id: number.hospital_id, id })
  if (row === undefined || row.sha256 === null) return null
  const until = row.provider_until
  const known =
    row.number_id === number.id && until !== null && until > clock.instant()
      ? row.provider_media_id
      : null
  if (known !== null) return { row, provider_media_id: known, bytes: null }
  const bytes = await store.get(row.sha256)
  return bytes === undefined ? null : { row, provider_media_id: null, bytes }
}

export const noteHandedOver = (
  number: NumberRow,
  { id, hospital_id, direction }: MediaRow,
  provider_media_id: string,
): Promise<unknown> =>
  within(
    () =>
      // What a person sent keeps the id under which it came.
      direction === 'inbound'
        ? Promise.resolve(0)
        : msg_whatsapp_media.change(
            { hospital_id, id },
            { number_id: number.id, provider_media_id, provider_until: instantIn(known_for_ms) },
          ),
    'jobs',
  )

const piece = 500

/** One piece of what was kept long enough; its bytes go with the sweep of the file store. */
export const eraseMedia = (): Promise<number> =>
  within(
    () =>
      run(sql`update msg_whatsapp_media set state = 'gone', sha256 = null, due_at = null,
          file_name = null
        where id in (select id from msg_whatsapp_media
          where expires_at <= ${clock.instant()} and state <> 'gone' limit ${piece})`),
    'jobs',
  )

/** Of these files the ones that a message still needs. */
export async function keptFiles(hashes: readonly string[]): Promise<string[]> {
  const found = await rows<{ sha256: string }>(
    sql`select distinct sha256 from msg_whatsapp_media where sha256${oneOf(hashes)}`,
  )
  return found.map(({ sha256 }) => sha256)
}
