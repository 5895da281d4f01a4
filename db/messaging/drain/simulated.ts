// The simulator's operator, played against the tables: answers are known at once, and what it owes
// after them stands in rows (MSG-363, MSG-582).

import { returning, row, run } from '../../store/connection.ts'
import { insertBulk } from '../../store/bulk.ts'
import { given } from '../../store/given.ts'
import { newId } from '../../core/ids.ts'
import { sql } from '../../store/sql.ts'
import type { Mode } from '../caller.ts'
import { arrive } from '../inbound/arrive.ts'
import { gathering } from '../together.ts'
import { type Follow, matchId, type PartAnswer, settle, type Settled } from './answers.ts'
import { factsOf } from './ends.ts'
import { applyReceipts, type Receipt, type ReceiptLink } from './receipts.ts'
import type { Mix } from '../routing/link-settings.ts'
import { play, type Tried } from './scripts.ts'
import { msg_simulated } from './tables.ts'

export interface Simulator {
  receipt_delay_ms: number
  mix: Mix
}

export interface Played {
  settled: Settled
  follows: Follow[]
}

/** What becomes of one part, submitted at `now`. */
export function answerTo(
  tried: Tried & { valid_until: string },
  simulator: Simulator,
  now: number,
): Played {
  const id = newId()
  const { answer, happenings } = play(tried, simulator)
  const follows = happenings.map(
    (one): Follow => ({
      kind: one.kind,
      due_at: new Date(
        (one.after_end === true ? Date.parse(tried.valid_until) : now) + one.after_ms,
      ).toISOString(),
      word: one.word ?? null,
      error_code: one.error_code ?? null,
      operator_message_id: id,
      text: one.text ?? null,
    }),
  )
  switch (answer.kind) {
    case 'accepted':
      return { settled: { state: 'accepted', operator_message_id: id }, follows }
    case 'silent':
      return { settled: { state: 'unknown' }, follows }
    case 'throttled':
      return {
        settled: {
          state: 'waiting',
          code: answer.code,
          due_at: new Date(now + 1000).toISOString(),
          tried: false,
        },
        follows: [],
      }
    case 'rejected':
      return {
        settled: {
          state: 'rejected',
          code: answer.code,
          reason: answer.reason as 'unknown_subscriber',
        },
        follows: [],
      }
  }
}

export async function owe(answers: readonly PartAnswer[], link_id: string): Promise<void> {
  const made = answers.flatMap(({ part_id, facts, follows }) =>
    (follows ?? []).map((follow, place) => ({
      hospital_id: facts.hospital_id,
      account_id: facts.account_id,
      mode: facts.mode,
      part_id,
      message_id: facts.message_id,
      due_at: follow.due_at,
      kind: follow.kind,
      word: follow.word,
      error_code: follow.error_code,
      operator_message_id: follow.operator_message_id,
      phone: facts.phone,
      sender_id: facts.sender_id,
      text: follow.text,
      place,
    })),
  )
  await insertBulk(msg_simulated, { link_id }, made)
}

export interface Whose {
  link_id: string
  mode: Mode
  account_id?: string
}

const whose = ({ link_id, mode, account_id }: Whose) =>
  account_id === undefined
    ? sql`link_id = ${link_id} and mode = ${mode}`
    : sql`link_id = ${link_id} and mode = ${mode} and account_id = ${account_id}`

export const nextHappening = async (of: Whose): Promise<string | null> =>
  (
    await row<{ at: string | null }>(
      sql`select min(due_at) as at from msg_simulated where ${whose(of)}`,
    )
  )?.at ?? null

type Owed = {
  id: string
  part_id: string
  message_id: string
  due_at: string
  kind: Follow['kind']
  word: string | null
  error_code: string | null
  operator_message_id: string
  phone: string
  sender_id: string
  text: string | null
  place: number
  mode: Mode
  account_id: string
  hospital_id: string
}

/** Plays what is due, in its order; answers how much it was. Called inside a transaction. */
export async function playDue(
  of: Whose,
  link: ReceiptLink,
  now: string,
  limit: number,
): Promise<number> {
  const due = await returning<Owed>(sql`
    delete from msg_simulated where id in (
      select id from msg_simulated where ${whose(of)} and due_at <= ${now}
      order by due_at, place, id limit ${limit})
    returning id, part_id, message_id, due_at, kind, word, error_code, operator_message_id, phone,
      sender_id, text, place, mode, account_id, hospital_id`)
  if (due.length === 0) return 0
  due.sort((a, b) => (a.due_at === b.due_at ? a.place - b.place : a.due_at < b.due_at ? -1 : 1))
  await gathering(async () => {
    await lateAnswers(due, now)
    await nameParts(due)
    await applyReceipts(link, receiptsOf(due, now), now)
  })
  const said = due.filter(({ kind }) => kind === 'inbound')
  for (const one of said)
    await arrive(
      { link_id: of.link_id, mode: one.mode },
      {
        id: `${one.operator_message_id}-r`,
        owner: { account_id: one.account_id, hospital_id: one.hospital_id, mode: one.mode },
        from: one.phone,
        to: one.sender_id,
        text: one.text ?? '',
        encoding: 'GSM-7',
        place: null,
      },
      now,
    )
  return due.length
}

const receiptsOf = (due: readonly Owed[], now: string): Receipt[] =>
  due
    .filter(({ kind }) => kind === 'receipt')
    .map((one) => ({
      raw_id: one.operator_message_id,
      spellings: [matchId(one.operator_message_id)],
      word: one.word ?? 'UNKNOWN',
      error_code: one.error_code,
      destination: one.phone,
      user_reference: null,
      network: null,
      done_at: null,
      received_at: now,
      raw: `id:${one.operator_message_id} stat:${one.word} err:${one.error_code}`,
    }))

/** A part that never had its answer gets its operator's id with the first word about it. */
async function nameParts(due: readonly Owed[]): Promise<void> {
  const names = new Map(
    due.filter(({ kind }) => kind === 'receipt').map((one) => [one.part_id, one]),
  )
  if (names.size === 0) return
  await run(sql`update msg_parts set operator_message_id = given.name, match_id = given.match_id
    from ${given(
      'given',
      { part_id: 'text', name: 'text', match_id: 'text' },
      [...names.values()].map((one) => ({
        part_id: one.part_id,
        name: one.operator_message_id,
        match_id: matchId(one.operator_message_id),
      })),
    )} where msg_parts.id = given.part_id and msg_parts.operator_message_id is null`)
}

async function lateAnswers(due: readonly Owed[], now: string): Promise<void> {
  const late = due.filter(({ kind }) => kind === 'answer')
  if (late.length === 0) return
  const facts = new Map(
    (await factsOf(late.map(({ message_id }) => message_id))).map((one) => [one.message_id, one]),
  )
  await settle(
    late.flatMap(({ part_id, message_id, operator_message_id }): PartAnswer[] => {
      const known = facts.get(message_id)
      if (known === undefined) return []
      return [
        { part_id, facts: known, settled: { state: 'accepted', operator_message_id }, late: true },
      ]
    }),
    now,
  )
}

/** Before a test account begins anew. */
export const forgetSimulated = (account_id: string): Promise<number> =>
  run(sql`delete from msg_simulated where account_id = ${account_id} and mode = 'test'`)
