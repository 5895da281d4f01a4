// Delivery receipts: matched within their link, kept whatever becomes of them, and applied to parts
// and messages in batches (MSG-371 to MSG-375).

import { hours } from '../../core/clock.ts'
import { dialect, rows, run } from '../../store/connection.ts'
import { given } from '../../store/given.ts'
import { newId } from '../../core/ids.ts'
import { nothing, oneOf, raw, sql } from '../../store/sql.ts'
import { learn } from '../routing/learned.ts'
import { keepReceipts } from '../messages/arrivals.ts'
import { isFinal, type MessageState, type PartState } from '../messages/words.ts'
import { clearDoubt, matchId } from './answers.ts'
import { acknowledge, end, type End, type ExpiryCause, type MessageFacts } from './ends.ts'
import { type ErrorMap, partStateOf, receiptReason } from './words.ts'

export interface Receipt {
  /** Of a receipt that was kept before and waits for its answer. */
  kept_id?: string
  raw_id: string | null
  /** The ways the operator may have written that id in its answer, compared by `match_id`. */
  spellings: readonly string[]
  word: string
  error_code: string | null
  destination: string | null
  user_reference: number | null
  network: string | null
  done_at: string | null
  received_at: string
  raw: string
}

export interface ReceiptLink {
  id: string
  receipts: 'every_part' | 'first_part' | 'last_part' | 'none'
  error_map: ErrorMap
}

type Outcome = 'applied' | 'duplicate' | 'backwards' | 'late' | 'waiting'

interface PartRow extends MessageFacts {
  part_id: string
  number: number
  part_segments: number
  state: PartState
  match_id: string | null
  receipt_status: string | null
  user_reference: number | null
  status: MessageState
  valid_until: string
}

const columns = raw(`p.id as part_id, p.number, p.segments as part_segments, p.state,
  p.match_id, p.receipt_status, p.user_reference, m.status, m.valid_until,
  m.id as message_id, m.account_id, m.hospital_id, m.mode, m.batch_id, m.campaign_id, m.phone,
  m.sender_id, m.reference, b.callback_url, b.key_id, m.created_at, m.class, m.operator, m.segments`)
const joined = raw(`from msg_parts p join msg_messages m on m.id = p.message_id
  join msg_batches b on b.id = m.batch_id`)

/** How each was taken; what waits is tried again when an answer commits (MSG-373). */
export async function applyReceipts(
  link: ReceiptLink,
  receipts: readonly Receipt[],
  at: string,
): Promise<Outcome[]> {
  if (receipts.length === 0) return []
  const found = await match(link.id, receipts)
  const changes = new Map<string, PartChange>()
  const touched = new Map<string, PartRow>()
  const late = new Map<string, string>()
  /** Messages of one part that end within this batch. */
  const over = new Set<string>()
  const outcomes = receipts.map((receipt, index): Outcome => {
    const part = found[index]
    if (part === undefined) return 'waiting'
    const outcome = judge(part, receipt, changes, over)
    if (outcome === 'applied') {
      touched.set(part.part_id, part)
      const whole = part.part_segments === part.segments && link.receipts !== 'none'
      if (whole && partStateOf(receipt.word) !== null) over.add(part.message_id)
    }
    const ended = isFinal(part.status) || over.has(part.message_id)
    if (ended && (outcome === 'late' || outcome === 'backwards'))
      late.set(part.message_id, receipt.word)
    return outcome
  })
  await keep(link.id, receipts, found, outcomes)
  await changeParts([...changes.values()], at)
  await noteLate(late, at)
  await learn(
    link.id,
    receipts.flatMap(({ network }, index) => {
      const part = found[index]
      return part === undefined ? [] : [{ phone: part.phone, operator: part.operator, network }]
    }),
  )
  await end(await endsOf(link, [...touched.values()], changes), at)
  await heardOf([...touched.values()], at)
  return outcomes
}

/** Parts that had no answer, and perhaps never will: the operator has them, it speaks of them (MSG-390). */
async function heardOf(touched: readonly PartRow[], at: string): Promise<void> {
  const silent = touched.filter(({ state }) => state === 'unknown' || state === 'submitting')
  await clearDoubt(silent.map(({ message_id }) => message_id))
  await acknowledge(silent, at)
}

interface PartChange {
  id: string
  /** The operator's id, where no answer has told it. */
  raw_id: string | null
  state: PartState
  receipt_status: string
  error_code: string | null
  received_at: string
}

const settled: ReadonlySet<PartState> = new Set(['delivered', 'failed', 'expired'])

function judge(
  part: PartRow,
  receipt: Receipt,
  changes: Map<string, PartChange>,
  over: ReadonlySet<string>,
): Outcome {
  const state = changes.get(part.part_id)?.state ?? part.state
  const known = changes.get(part.part_id)?.receipt_status ?? part.receipt_status
  const to = partStateOf(receipt.word)
  const decided = settled.has(state) || state === 'rejected'
  if (isFinal(part.status) || over.has(part.message_id)) {
    if (known === receipt.word) return 'duplicate'
    // Behind the operator's own last word it goes backwards; another last word comes too late.
    return decided && to === null ? 'backwards' : 'late'
  }
  if (to === null ? known === receipt.word : state === to) return 'duplicate'
  if (decided) return to === null ? 'backwards' : 'late'
  changes.set(part.part_id, {
    id: part.part_id,
    raw_id: part.state === 'unknown' || part.state === 'submitting' ? receipt.raw_id || null : null,
    // Any word of the operator's proves that it has the part.
    state: to ?? 'accepted',
    receipt_status: receipt.word,
    error_code: receipt.error_code,
    received_at: receipt.received_at,
  })
  return 'applied'
}

/** By id first; without one that fits, by reference; then the one part without an answer (MSG-372). */
async function match(
  link_id: string,
  receipts: readonly Receipt[],
): Promise<(PartRow | undefined)[]> {
  const ids = [...new Set(receipts.flatMap(({ spellings }) => spellings))]
  let by_id = new Map<string, PartRow[]>()
  if (ids.length > 0) {
    const known = await rows<PartRow>(sql`select ${columns} ${joined}
      where p.link_id = ${link_id} and p.match_id${oneOf(ids)} and p.match_id is not null
      order by p.id desc`)
    by_id = Map.groupBy(known, ({ match_id }) => match_id ?? '')
  }
  const found = receipts.map(({ spellings, destination }) => {
    for (const id of spellings) {
      // Operators use their ids again after a while: the newest one to that number.
      const part = by_id.get(id)?.find((one) => confirms(destination, one))
      if (part !== undefined) return part
    }
    return undefined
  })
  if (found.every((part) => part !== undefined)) return found
  const left = receipts.filter((_, index) => found[index] === undefined)
  const silent = await silentParts(link_id, left)
  const named = await partsNamed(link_id, left)
  return found.map((part, index) => {
    if (part !== undefined) return part
    const receipt = receipts[index] as Receipt
    return receipt.user_reference === null
      ? onlySilent(receipt, silent)
      : byReference(receipt, named)
  })
}

const confirms = (destination: string | null, { phone }: PartRow): boolean =>
  destination === null || destination === phone || phone.endsWith(destination.slice(-9))

const phonesOf = (receipts: readonly Receipt[]): string[] => [
  ...new Set(receipts.flatMap(({ destination }) => destination ?? [])),
]

/** Parts without an answer, to the numbers that are asked for. */
async function silentParts(link_id: string, left: readonly Receipt[]): Promise<PartRow[]> {
  const phones = phonesOf(left.filter(({ user_reference }) => user_reference === null))
  if (phones.length === 0) return []
  return rows<PartRow>(sql`select ${columns} ${joined}
    where p.link_id = ${link_id} and p.state in ('submitting', 'unknown')
      and p.phone${oneOf(phones)}`)
}

/** As long as a message may be valid, and as long again: references come round. */
const named_for_ms = hours(144)

/** Parts to the numbers of receipts that say the reference we gave, whatever has become of them. */
async function partsNamed(link_id: string, left: readonly Receipt[]): Promise<PartRow[]> {
  const asked = left.filter(({ user_reference }) => user_reference !== null)
  const phones = phonesOf(asked)
  if (phones.length === 0) return []
  const came = asked.map(({ received_at }) => received_at).sort()[0] ?? ''
  const since = new Date(Date.parse(came) - named_for_ms).toISOString()
  return rows<PartRow>(sql`select ${columns} ${joined}
    where m.phone${oneOf(phones)} and p.link_id = ${link_id} and p.state <> 'waiting'
      and p.user_reference is not null and p.submitted_at > ${since}
    order by p.id desc`)
}

/** One that has no id of the operator's goes before one whose id the receipt does not know. */
function byReference(receipt: Receipt, named: readonly PartRow[]): PartRow | undefined {
  const fit = named.filter(
    ({ phone, user_reference }) =>
      phone === receipt.destination && user_reference === receipt.user_reference,
  )
  const nameless = fit.filter(({ match_id }) => match_id === null)
  const likely = nameless.length > 0 ? nameless : fit
  return likely.length === 1 ? likely[0] : undefined
}

function onlySilent(receipt: Receipt, silent: readonly PartRow[]): PartRow | undefined {
  const to = silent.filter(({ phone }) => phone === receipt.destination)
  // A part whose answer may still come is matched by that answer's id.
  const unknown = to.filter(
    ({ state, valid_until }) => state === 'unknown' && valid_until > receipt.received_at,
  )
  return unknown.length === 1 && to.length === 1 ? unknown[0] : undefined
}

async function keep(
  link_id: string,
  receipts: readonly Receipt[],
  found: readonly (PartRow | undefined)[],
  outcomes: readonly Outcome[],
): Promise<void> {
  const fresh = receipts.flatMap((one, index) =>
    one.kept_id === undefined
      ? [
          {
            id: newId(),
            raw_id: (one.raw_id ?? '').slice(0, 65),
            part_id: found[index]?.part_id ?? null,
            message_id: found[index]?.message_id ?? null,
            destination: one.destination?.slice(0, 64) ?? null,
            status_word: one.word,
            error_code: one.error_code?.slice(0, 20) ?? null,
            network: one.network?.slice(0, 10) ?? null,
            done_at: null,
            received_at: one.received_at,
            raw: one.raw,
            outcome: outcomes[index] as Outcome,
            user_reference: one.user_reference,
          },
        ]
      : [],
  )
  await keepReceipts(link_id, fresh)
  const again = receipts.flatMap((one, index) =>
    one.kept_id !== undefined && outcomes[index] !== 'waiting'
      ? [
          {
            id: one.kept_id,
            outcome: outcomes[index] as string,
            part_id: found[index]?.part_id ?? null,
            message_id: found[index]?.message_id ?? null,
          },
        ]
      : [],
  )
  if (again.length === 0) return
  const types = { id: 'text', outcome: 'text', part_id: 'text', message_id: 'text' } as const
  await run(sql`update msg_receipts set outcome = given.outcome, part_id = given.part_id,
      message_id = given.message_id
    from ${given('given', types, again)} where msg_receipts.id = given.id`)
}

async function changeParts(changes: readonly PartChange[], at: string): Promise<void> {
  if (changes.length === 0) return
  const types = {
    id: 'text',
    state: 'text',
    receipt_status: 'text',
    error_code: 'text',
    received_at: 'text',
    name: 'text',
    match_id: 'text',
  } as const
  const given_rows = changes.map(({ raw_id, ...one }) => {
    const name = raw_id?.slice(0, 64) ?? null
    const match_id = name === null ? null : matchId(name)
    return { ...one, error_code: one.error_code?.slice(0, 20) ?? null, name, match_id }
  })
  // A part that was never answered takes the receipt's id: the next receipt is known by it.
  await run(sql`
    update msg_parts set state = given.state, receipt_status = given.receipt_status,
      operator_message_id = coalesce(msg_parts.operator_message_id, given.name),
      match_id = coalesce(msg_parts.match_id, given.match_id),
      error_code = coalesce(given.error_code, msg_parts.error_code),
      received_at = given.received_at, answered_at = coalesce(msg_parts.answered_at, ${at})
    from ${given('given', types, given_rows)} where msg_parts.id = given.id`)
}

async function noteLate(late: ReadonlyMap<string, string>, at: string): Promise<void> {
  if (late.size === 0) return
  const types = { id: 'text', word: 'text' } as const
  await run(sql`update msg_messages set late_receipt = given.word, updated_at = ${at}
    from ${given(
      'given',
      types,
      [...late].map(([id, word]) => ({ id, word })),
    )}
    where msg_messages.id = given.id`)
}

/** What the news means for whole messages (MSG-374). */
async function endsOf(
  link: ReceiptLink,
  touched: readonly PartRow[],
  changes: ReadonlyMap<string, PartChange>,
): Promise<End[]> {
  const siblings = await siblingsOf(touched)
  const ends = new Map<string, End>()
  for (const part of touched) {
    const change = changes.get(part.part_id)
    if (change === undefined || ends.has(part.message_id)) continue
    const all = siblings.get(part.message_id) ?? [part]
    const deciding = all.filter((one) => decides(link, one, all))
    if (!deciding.some(({ part_id }) => part_id === part.part_id)) continue
    const status =
      change.state === 'delivered'
        ? deciding.every((one) => (changes.get(one.part_id)?.state ?? one.state) === 'delivered')
          ? 'delivered'
          : null
        : change.state === 'failed' || change.state === 'expired'
          ? change.state
          : null
    if (status === null) continue
    ends.set(part.message_id, {
      facts: part,
      status,
      failure_reason:
        status === 'failed'
          ? receiptReason(link.error_map, change.receipt_status, change.error_code)
          : null,
      expiry_cause: status === 'expired' ? ('operator' satisfies ExpiryCause) : null,
    })
  }
  return [...ends.values()]
}

function decides(link: ReceiptLink, one: PartRow, all: readonly PartRow[]): boolean {
  if (link.receipts === 'none') return false
  if (link.receipts === 'every_part') return true
  const wanted = link.receipts === 'first_part' ? 1 : Math.max(...all.map(({ number }) => number))
  return one.number === wanted
}

async function siblingsOf(touched: readonly PartRow[]): Promise<Map<string, PartRow[]>> {
  const long = touched.filter((part) => part.segments > part.part_segments)
  if (long.length === 0) return new Map()
  const ids = [...new Set(long.map(({ message_id }) => message_id))]
  // Two daemons that write two parts of one message: the second sees what the first wrote.
  if (dialect() === 'postgres')
    await rows(sql`select id from msg_messages where id${oneOf(ids)} order by id for update`)
  const all = await rows<PartRow>(
    sql`select ${columns} ${joined} where p.message_id${oneOf(ids)} order by p.number`,
  )
  return Map.groupBy(all, ({ message_id }) => message_id)
}

interface WaitingAsked {
  since: string
  /** Older than this one; null: from the newest on. */
  before: string | null
  limit: number
}

/** Receipts that came before their answers; the older ones are a person's to match (MSG-373). */
export async function waitingReceipts(
  link_id: string,
  { since, before, limit }: WaitingAsked,
): Promise<(Omit<Receipt, 'spellings'> & { kept_id: string })[]> {
  return rows(sql`
    select id as kept_id, raw_id, status_word as word, error_code, destination, user_reference,
      network, done_at, received_at, raw
    from msg_receipts where link_id = ${link_id} and outcome = 'waiting'
      and received_at > ${since} ${before === null ? nothing : sql`and id < ${before}`}
    order by id desc limit ${limit}`)
}
