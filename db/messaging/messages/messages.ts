// Messages and batches as they are read under /v1 (MSG-249).

import { rows } from '../../store/connection.ts'
import { toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { oneOf, raw, sql, when, where } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import type { Owner } from '../caller.ts'
import { type Asked, afterId, cursorOf, type Listed, limitOf, listed } from '../cursors.ts'
import { noneHere, refuse } from '../refusals.ts'
import { readNumber } from '../routing/numbers.ts'
import type { Batch, Message, MessageLine, Part } from './shapes.ts'
import { msg_batches, msg_message_notes, msg_messages } from './tables.ts'
import {
  isFinal,
  type message_classes,
  type message_sources,
  type MessageState,
  message_states,
} from './words.ts'

export type MessageRow = RowOf<(typeof msg_messages)['columns']>
export type BatchRow = RowOf<(typeof msg_batches)['columns']>

/** With the words of its batch, where it has none of its own. */
type Read = MessageRow & { batch_text: string | null; submitted_parts?: number }

const columns = raw(
  Object.keys(msg_messages.columns)
    .filter((name) => name !== 'text')
    .map((name) => `m.${name}`)
    .join(', '),
)
const from = sql`select ${columns}, m.text, coalesce(b.sent_text, b.text) as batch_text
  from msg_messages m join msg_batches b on b.id = m.batch_id`

export interface MessagesAsked extends Asked {
  status?: MessageState | undefined
  to?: string | undefined
  senderId?: string | undefined
  reference?: string | undefined
  batchId?: string | undefined
  campaignId?: string | undefined
  class?: (typeof message_classes)[number] | undefined
  operator?: string | undefined
  uncertain?: boolean | undefined
  since?: string | undefined
  until?: string | undefined
}

export async function listMessages(
  { account_id, mode }: Owner,
  asked: MessagesAsked,
): Promise<Listed<MessageLine>> {
  const found = (await msg_messages.read(
    sql`${from}${where([
      sql`m.account_id = ${account_id}`,
      sql`m.mode = ${mode}`,
      when(asked.status, sql`m.status = ${asked.status}`),
      asked.to === undefined ? undefined : sql`m.phone = ${numberOf(asked.to)}`,
      when(asked.senderId, sql`m.sender_id = ${asked.senderId}`),
      when(asked.reference, sql`m.reference = ${asked.reference}`),
      when(asked.batchId, sql`m.batch_id = ${asked.batchId}`),
      when(asked.campaignId, sql`m.campaign_id = ${asked.campaignId}`),
      when(asked.class, sql`m.class = ${asked.class}`),
      when(asked.operator, sql`m.operator = ${asked.operator}`),
      asked.uncertain === undefined ? undefined : sql`m.uncertain = ${asked.uncertain}`,
      ...between(asked, 'm.created_at'),
      afterId(asked, 'desc', 'm.id'),
    ])} order by m.id desc limit ${limitOf(asked) + 1}`,
  )) as Read[]
  return listed(asked, found, shownLine, ({ id }) => cursorOf(id))
}

/** `since` inclusive, `until` exclusive (MSG-661). */
export const between = (
  { since, until }: { since?: string | undefined; until?: string | undefined },
  column: string,
) => [
  since === undefined ? undefined : sql`${raw(column)} >= ${new Date(since).toISOString()}`,
  until === undefined ? undefined : sql`${raw(column)} < ${new Date(until).toISOString()}`,
]

/** Any accepted form; what is none is nobody's number. */
function numberOf(typed: string): string {
  const phone = readNumber(typed)
  if (phone === null) {
    throw refuse(
      'invalid_phone_number',
      `${typed.slice(0, 20)} is not a Tanzanian mobile number.`,
      {
        field: 'to',
      },
    )
  }
  return phone
}

export async function findMessage(owner: Owner, id: string): Promise<Message> {
  const found = await readMessage(owner, id)
  const [parts, notes] = await Promise.all([partsOf(found), notesOf(found)])
  return {
    ...shownLine(found),
    parts,
    history: historyOf(found, notes),
    moves: movesOf(found),
  }
}

export async function readMessage(owner: Owner, id: string): Promise<Read> {
  const { account_id, mode } = owner
  const [found] = (await msg_messages.read(
    sql`${from} where m.id = ${id} and m.account_id = ${account_id} and m.mode = ${mode}`,
  )) as Read[]
  if (found === undefined) throw noneHere('message')
  return found
}

export const movesOf = ({ status, submitted }: MessageRow): string[] =>
  (status === 'queued' || status === 'scheduled') && !submitted ? ['cancel'] : []

export function shownLine(found: Read): MessageLine {
  const currency = currencyOf(found.currency)
  return {
    id: found.id,
    to: found.phone,
    senderId: found.sender_id,
    status: found.status,
    reference: found.reference,
    ...(found.status === 'failed' && found.failure_reason !== null
      ? { failureReason: found.failure_reason }
      : {}),
    batchId: found.batch_id,
    campaignId: found.campaign_id,
    message: found.hidden ? null : (found.text ?? found.batch_text),
    class: found.class,
    encoding: found.encoding,
    segments: found.segments,
    operator: found.operator,
    unitPrice: toMajor(found.unit_price, currency),
    cost: toMajor(found.cost, currency),
    refunded: toMajor(found.refunded, currency),
    currency: found.currency,
    scheduledFor: found.scheduled_for,
    notBefore: found.not_before,
    validUntil: found.valid_until,
    sentAt: found.sent_at,
    finalAt: found.final_at,
    uncertain: found.uncertain,
    ...(found.expiry_cause === null ? {} : { expiryCause: found.expiry_cause }),
    lateReceipt: found.late_receipt,
    createdAt: found.created_at,
    updatedAt: found.updated_at,
  }
}

/** Parts that were submitted, and the waiting ones that no row says (decision 0090). */
export async function partsOf(found: MessageRow): Promise<Part[]> {
  const submitted = await rows<Record<string, string | number | null>>(
    sql`select p.number, p.segments, p.state, l.code as link, p.operator_message_id,
          p.submitted_at, p.answered_at, p.attempts, p.command_status, p.receipt_status,
          p.error_code, p.received_at
        from msg_parts p left join msg_links l on l.id = p.link_id
        where p.message_id = ${found.id} order by p.number`,
  )
  const parts = submitted.map(
    (part): Part => ({
      number: Number(part['number']),
      segments: Number(part['segments']),
      state: part['state'] as Part['state'],
      link: part['link'] as string | null,
      operatorMessageId: part['operator_message_id'] as string | null,
      submittedAt: part['submitted_at'] as string | null,
      answeredAt: part['answered_at'] as string | null,
      attempts: Number(part['attempts']),
      commandStatus: part['command_status'] as number | null,
      receiptStatus: part['receipt_status'] as string | null,
      errorCode: part['error_code'] as string | null,
      receivedAt: part['received_at'] as string | null,
    }),
  )
  const covered = parts.reduce((sum, { segments }) => sum + segments, 0)
  if (isFinal(found.status)) return parts
  for (let number = covered + 1; number <= found.segments; number++) parts.push(waitingPart(number))
  return parts
}

const waitingPart = (number: number): Part => ({
  number,
  segments: 1,
  state: 'waiting',
  link: null,
  operatorMessageId: null,
  submittedAt: null,
  answeredAt: null,
  attempts: 0,
  commandStatus: null,
  receiptStatus: null,
  errorCode: null,
  receivedAt: null,
})

const notesOf = ({ hospital_id, id }: MessageRow) =>
  msg_message_notes.all({ hospital_id, message_id: id }, { order: ['id'] })

/** Its plain course is told by its own times; people and rare happenings by notes. */
function historyOf(
  found: MessageRow,
  notes: readonly { at: string; status: MessageState; reason: string }[],
): Message['history'] {
  const { created_at, scheduled_for, sent_at, final_at, status, failure_reason } = found
  const course: Message['history'] = []
  const add = (at: string | null, state: MessageState, reason: string): void => {
    if (at !== null) course.push({ at, status: state, reason })
  }
  const at_once = final_at === created_at && status === 'failed'
  if (!at_once) add(created_at, scheduled_for === null ? 'queued' : 'scheduled', 'accepted')
  if (
    scheduled_for !== null &&
    status !== 'scheduled' &&
    (final_at ?? scheduled_for) >= scheduled_for
  )
    add(scheduled_for, 'queued', 'due')
  add(sent_at, 'sent', 'acknowledged by the operator')
  if (isFinal(status)) add(final_at, status, failure_reason ?? found.expiry_cause ?? status)
  return [
    ...course,
    ...notes.map(({ at, status: state, reason }) => ({ at, status: state, reason })),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

export interface BatchesAsked extends Asked {
  reference?: string | undefined
  source?: (typeof message_sources)[number] | undefined
  since?: string | undefined
  until?: string | undefined
}

export async function listBatches(
  { account_id, mode }: Owner,
  asked: BatchesAsked,
): Promise<Listed<Batch>> {
  const found = await msg_batches.read(
    sql`select ${msg_batches.selection()} from msg_batches${where([
      sql`account_id = ${account_id}`,
      sql`mode = ${mode}`,
      when(asked.reference, sql`reference = ${asked.reference}`),
      when(asked.source, sql`source = ${asked.source}`),
      ...between(asked, 'created_at'),
      afterId(asked, 'desc'),
    ])} order by id desc limit ${limitOf(asked) + 1}`,
  )
  const counts = await countsOf(found.map(({ id }) => id))
  return listed(
    asked,
    found,
    (one) => shownBatch(one, counts),
    ({ id }) => cursorOf(id),
  )
}

export async function readBatch({ account_id, mode }: Owner, id: string): Promise<BatchRow> {
  const [found] = await msg_batches.read(
    sql`select ${msg_batches.selection()} from msg_batches
        where id = ${id} and account_id = ${account_id} and mode = ${mode}`,
  )
  if (found === undefined) throw noneHere('batch')
  return found
}

export async function findBatch(owner: Owner, id: string): Promise<Batch> {
  const found = await readBatch(owner, id)
  return shownBatch(found, await countsOf([id]))
}

type Counts = Batch['counts']

/** One statement for a page of batches. */
async function countsOf(ids: readonly string[]): Promise<Map<string, Counts>> {
  const found = await rows<{ batch_id: string; status: MessageState; n: number }>(
    sql`select batch_id, status, count(*) as n from msg_messages
        where batch_id${oneOf(ids)} group by batch_id, status`,
  )
  const counts = new Map<string, Counts>()
  for (const { batch_id, status, n } of found) {
    const own = counts.get(batch_id) ?? noCounts()
    own[status] = Number(n)
    counts.set(batch_id, own)
  }
  return counts
}

const noCounts = (): Counts =>
  Object.fromEntries(message_states.map((state) => [state, 0])) as Counts

const shownBatch = (found: BatchRow, counts: ReadonlyMap<string, Counts>): Batch => ({
  id: found.id,
  senderId: found.sender_id,
  message: found.class === 'otp' || found.source === 'hospital' ? null : found.text,
  encoding: found.encoding,
  segments: found.segments,
  class: found.class,
  reference: found.reference,
  callbackUrl: found.callback_url,
  scheduledFor: found.scheduled_for,
  validitySeconds: found.validity_s,
  accepted: found.accepted,
  duplicates: found.duplicates,
  cost: toMajor(found.cost, currencyOf(found.currency)),
  currency: found.currency,
  keyId: found.key_id,
  source: found.source,
  counts: counts.get(found.id) ?? noCounts(),
  createdAt: found.created_at,
})
