// Receipts of which nobody knows whose they are (MSG-373): a person says it, or lays them aside.

import { clock, hours, instantIn } from '../../core/clock.ts'
import { row, rows } from '../../store/connection.ts'
import { type Page, type PageAsked, paged } from '../../store/pages.ts'
import { conflict, invalid, noSuch } from '../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../store/sql.ts'
import { note } from '../accounts/audit.ts'
import type { Actor } from '../caller.ts'
import { matchId, settle } from '../drain/answers.ts'
import { factsOf } from '../drain/ends.ts'
import { applyReceipts } from '../drain/receipts.ts'
import { noteDecision, receiptById } from '../messages/arrivals.ts'
import { nudge } from '../nudges.ts'
import { routing } from '../routing/operators.ts'
import { setting } from '../settings/settings.ts'

export interface UnmatchedReceipt {
  id: string
  link: string | null
  raw_id: string
  destination: string | null
  status_word: string
  error_code: string | null
  received_at: string
  raw: string
  /** Messages to that number over that link, the newest first. */
  guesses: { id: string; status: string; account_name: string; created_at: string }[]
}

interface ReceiptLine extends Omit<UnmatchedReceipt, 'guesses'> {
  link_id: string
}

const guesses_max = 3

/** Those that wait so long that no answer will explain them; `all` of them where asked. */
export async function listUnmatched(
  asked: PageAsked & { link?: string | undefined; all?: boolean | undefined },
): Promise<Page<UnmatchedReceipt>> {
  const old = instantIn(-hours(await setting('orphan_receipt_hours')))
  const found = await paged<ReceiptLine>(asked, {
    select: sql`r.id, r.link_id, l.code as link, r.raw_id, r.destination, r.status_word,
      r.error_code, r.received_at, r.raw`,
    from: sql` from msg_receipts r left join msg_links l on l.id = r.link_id${where([
      sql`r.outcome = 'waiting'`,
      when(asked.link, sql`l.code = ${asked.link}`),
      asked.all === true ? undefined : sql`r.received_at <= ${old}`,
    ])}`,
    order: sql` order by r.received_at desc, r.id desc`,
  })
  const guesses = await guessesFor(found.rows)
  return {
    ...found,
    rows: found.rows.map(({ link_id, ...line }) => ({
      ...line,
      guesses: guesses.get(`${link_id} ${line.destination ?? ''}`) ?? [],
    })),
  }
}

type Guess = UnmatchedReceipt['guesses'][number]

/** For a whole page in one statement. */
async function guessesFor(page: readonly ReceiptLine[]): Promise<Map<string, Guess[]>> {
  const phones = [...new Set(page.flatMap(({ destination }) => destination ?? []))]
  if (phones.length === 0) return new Map()
  const found = await rows<Guess & { link_id: string; phone: string }>(
    sql`select id, status, account_name, created_at, link_id, phone from (
          select m.id, m.status, a.name as account_name, m.created_at, m.link_id, m.phone,
            row_number() over (partition by m.link_id, m.phone order by m.id desc) as place
          from msg_messages m join msg_accounts a on a.id = m.account_id
          where m.phone${oneOf(phones)} and m.mode = 'live' and m.link_id is not null) near
        where place <= ${guesses_max} order by id desc`,
  )
  const guesses = new Map<string, Guess[]>()
  for (const { link_id, phone, ...guess } of found) {
    const name = `${link_id} ${phone}`
    guesses.set(name, [...(guesses.get(name) ?? []), guess])
  }
  return guesses
}

interface PartLine {
  id: string
  number: number
  state: string
  match_id: string | null
  phone: string
  link_id: string | null
}

export async function receiptToDecide(id: string) {
  const found = await receiptById(id)
  if (found === undefined) throw noSuch('receipt')
  if (found.outcome !== 'waiting') throw conflict(`This receipt is ${found.outcome}.`, 'state')
  return found
}

/** It becomes what it would have been, had it been known whose it is. */
export async function matchReceipt(
  by: Actor,
  id: string,
  asked: { message_id: string; part?: number | undefined },
): Promise<{ id: string; outcome: string; message_id: string; status: string }> {
  const receipt = await receiptToDecide(id)
  const part = await partFor(asked.message_id, asked.part)
  const to = receipt.destination
  if (to !== null && !part.phone.endsWith(to.slice(-9)))
    throw conflict(`The receipt is for ${to}, the message went to ${part.phone}.`)
  if (part.link_id !== receipt.link_id)
    throw conflict('The message went over another link than the receipt came from.')
  const at = clock.instant()
  const match_id = await answered(part, asked.message_id, receipt.raw_id || receipt.id, at)
  const link = (await routing()).links.get(receipt.link_id)
  if (link === undefined) throw conflict('The link of this receipt is gone.')
  const [outcome = 'waiting'] = await applyReceipts(
    link,
    [
      {
        kept_id: receipt.id,
        raw_id: receipt.raw_id,
        spellings: [match_id],
        word: receipt.status_word,
        error_code: receipt.error_code,
        destination: part.phone,
        user_reference: receipt.user_reference,
        network: receipt.network,
        done_at: receipt.done_at,
        received_at: receipt.received_at,
        raw: receipt.raw,
      },
    ],
    at,
  )
  await noteDecision(id, by, null)
  await noteReceipt(by, 'receipt.match', id, {
    to: outcome,
    changes: { message: asked.message_id },
  })
  nudge('webhooks')
  const message = await row<{ status: string }>(
    sql`select status from msg_messages where id = ${asked.message_id}`,
  )
  return { id, outcome, message_id: asked.message_id, status: message?.status ?? '' }
}

async function partFor(message_id: string, number: number | undefined): Promise<PartLine> {
  const parts = await rows<PartLine>(
    sql`select id, number, state, match_id, phone, link_id from msg_parts
        where message_id = ${message_id} order by number`,
  )
  if (parts.length === 0) throw noSuch('message')
  const sent = parts.filter(({ state }) => state !== 'waiting')
  if (number !== undefined) {
    const named = sent.find((one) => one.number === number)
    if (named === undefined) throw invalid('part', `must be one of ${numbersOf(sent)}.`)
    return named
  }
  const [only, second] = sent
  if (only === undefined) throw conflict('No part of this message has left.')
  if (second !== undefined)
    throw invalid('part', `is needed: this message has the parts ${numbersOf(sent)}.`)
  return only
}

const numbersOf = (parts: readonly PartLine[]): string =>
  parts.map(({ number }) => number).join(', ')

/** A part without an answer was taken: the operator speaks of it. */
async function answered(
  part: PartLine,
  message_id: string,
  raw_id: string,
  at: string,
): Promise<string> {
  if (part.match_id !== null) return part.match_id
  const [facts] = await factsOf([message_id])
  if (facts !== undefined) {
    const settled = { state: 'accepted' as const, operator_message_id: raw_id }
    await settle([{ part_id: part.id, facts, late: true, settled }], at)
  }
  return matchId(raw_id.slice(0, 64))
}

export async function discardReceipt(by: Actor, id: string, reason: string): Promise<void> {
  await receiptToDecide(id)
  await noteDecision(id, by, reason, 'discarded')
  await noteReceipt(by, 'receipt.discard', id, { to: 'discarded', reason })
}

const noteReceipt = (
  by: Actor,
  action: string,
  id: string,
  about: { to: string; reason?: string; changes?: Record<string, unknown> },
): Promise<void> =>
  note(by, action, { entity: 'receipt', entity_id: id, from: 'waiting', ...about })
