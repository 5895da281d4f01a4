// One hospital's claimed letters, carried over a few lines to its mail server.

import { clock, instantIn, minutes } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { get } from '../../../store/files/store.ts'
import { unseal } from '../../../appliance/secrets/seal.ts'
import type { RowOf } from '../../../store/table.ts'
import type { OpenServer } from '../settings/email.ts'
import {
  type Delivery,
  MailAway,
  type Mailer,
  type MailLetter,
  type MailLine,
} from '../settings/mailer.ts'
import { outbox_messages } from './tables.ts'

type Row = RowOf<(typeof outbox_messages)['columns']>

const lines_max = 5
/** Longer than a letter can take; what is claimed and not begun is free again after it. */
export const lease_ms = minutes(5)
/** PLT-142: after so many minutes again, and then no more. */
const waits_min = [1, 5, 30, 120, 360] as const

export interface Drained {
  sent: number
  later: number
  failed: number
}

export interface Work {
  mailer: Mailer
  claim: string
  server: OpenServer
  /** What is still to be begun; every line takes its next letter from here. */
  queue: Row[]
  drained: Drained
  /** The server's words, once it gave no line. */
  away: string | null
}

interface Given {
  letter: Row
  delivery: Delivery
}

export async function carry(work: Work): Promise<void> {
  const lines = Math.min(lines_max, work.queue.length)
  await Promise.all(Array.from({ length: lines }, () => carryOverOne(work)))
  // A server that gave no line takes none of the others now either.
  const left = work.queue.splice(0)
  const delivery: Delivery = { outcome: 'later', words: work.away ?? '' }
  if (left.length > 0) {
    await within(async () => {
      for (const letter of left) await note(work, { letter, delivery })
    }, 'jobs')
  }
}

async function carryOverOne(work: Work): Promise<void> {
  let line: MailLine | null = null
  let last: Given | null = null
  while (work.away === null && work.queue.length > 0) {
    line = await lineFrom(work, line)
    const letter = line === null ? undefined : work.queue.shift()
    if (line === null || letter === undefined) break
    const mine = await step(work, last, letter)
    last = mine ? { letter, delivery: await hand(work, line, letter) } : null
  }
  await step(work, last, null)
  line?.close()
}

async function lineFrom(work: Work, line: MailLine | null): Promise<MailLine | null> {
  if (line?.whole() === true) return line
  try {
    return await work.mailer.open(work.server)
  } catch (error) {
    if (!(error instanceof MailAway)) throw error
    work.away = error.words
    return null
  }
}

/** In one transaction: what became of the last letter, and the mark on the next. */
async function step(work: Work, last: Given | null, next: Row | null): Promise<boolean> {
  if (last === null && next === null) return false
  return within(async () => {
    if (last !== null) await note(work, last)
    if (next === null) return false
    const marked = await outbox_messages.change(
      { hospital_id: next.hospital_id, id: next.id, claimed_by: work.claim, status: 'QUEUED' },
      { handed_over: true, claimed_until: instantIn(lease_ms) },
    )
    return marked === 1
  }, 'jobs')
}

async function hand(work: Work, line: MailLine, letter: Row): Promise<Delivery> {
  const whole = await wholeLetter(letter, work.server).catch((error: unknown) => String(error))
  return typeof whole === 'string' ? { outcome: 'refused', words: whole } : line.hand(whole)
}

async function note(work: Work, { letter, delivery }: Given): Promise<void> {
  const changes = noteOf(letter, delivery)
  const { hospital_id, id } = letter
  const noted = await outbox_messages.change(
    { hospital_id, id, claimed_by: work.claim, status: 'QUEUED' },
    {
      attempts: letter.attempts + 1,
      claimed_by: null,
      claimed_until: null,
      handed_over: false,
      last_answer: delivery.words.slice(0, 300),
      ...changes,
    },
  )
  if (noted === 0) return
  const now = changes.status ?? 'QUEUED'
  work.drained[now === 'SENT' ? 'sent' : now === 'FAILED' ? 'failed' : 'later'] += 1
}

function noteOf(letter: Row, { outcome }: Delivery): Partial<Row> {
  const now = clock.instant()
  const failed = (reason: string): Partial<Row> => ({ status: 'FAILED', reason, failed_at: now })
  switch (outcome) {
    case 'sent':
      return { status: 'SENT', sent_at: now, sealed: null }
    case 'bad_address':
      return failed('bad_address')
    case 'refused':
      return failed('refused')
    case 'unknown':
      return failed('outcome_unknown')
    case 'later': {
      const wait = waits_min[letter.attempts]
      return wait === undefined ? failed('not_taken') : { send_after: instantIn(minutes(wait)) }
    }
  }
}

async function wholeLetter(letter: Row, server: OpenServer): Promise<MailLetter> {
  const attachments: MailLetter['attachments'][number][] = []
  for (const { file_name, content_type, sha256 } of letter.attachments ?? []) {
    const bytes = await get(sha256)
    if (bytes === undefined) throw new Error(`the attachment ${file_name} is lost`)
    attachments.push({ file_name, content_type, bytes })
  }
  return {
    id: letter.id,
    from: server.from,
    to: letter.contact ?? '',
    subject: letter.subject ?? '',
    text: letter.text ?? (letter.sealed === null ? '' : unseal(letter.sealed)),
    attachments,
  }
}
