// What becomes due by the clock alone: scheduled messages begin to wait, and whatever is not final at
// its valid_until expires (MSG-311, MSG-401, MSG-402).

import { dialect, rows, run, within } from '../../store/connection.ts'
import { oneOf, raw, sql } from '../../store/sql.ts'
import type { Mode } from '../caller.ts'
import { nudge } from '../nudges.ts'
import { type End, end, type ExpiryCause, type MessageFacts } from './ends.ts'

const at_once = 500

/** Several daemons share this work: rows that another has in hand are left to it. */
const skipLocked = () => (dialect() === 'postgres' ? raw('for update skip locked') : raw(''))

/** Messages of one account, or of everybody in a mode. */
export interface Whose {
  mode: Mode
  account_id?: string
}

const whose = ({ mode, account_id }: Whose) =>
  account_id === undefined
    ? sql`mode = ${mode}`
    : sql`mode = ${mode} and account_id = ${account_id}`

/** Answers how many began to wait. */
export async function release(of: Whose, now: string): Promise<number> {
  let total = 0
  for (;;) {
    const count = await within(async () => {
      const due = await rows<{ id: string }>(sql`
        select id from msg_messages
        where status = 'scheduled' and due_at <= ${now} and ${whose(of)}
        order by due_at limit ${at_once} ${skipLocked()}`)
      if (due.length === 0) return 0
      await run(sql`update msg_messages set status = 'queued', updated_at = ${now}
        where id${oneOf(due.map(({ id }) => id))} and status = 'scheduled'`)
      nudge('queue')
      return due.length
    }, 'jobs')
    total += count
    if (count < at_once) return total
  }
}

interface Overdue extends MessageFacts {
  status: 'queued' | 'sent'
  uncertain: unknown
}

/** Answers how many expired; each once, whatever else happens to them meanwhile. */
export async function expire(of: Whose, now: string): Promise<number> {
  let total = 0
  for (;;) {
    const count = await within(() => expireSome(of, now), 'jobs')
    total += count
    if (count < at_once) return total
  }
}

async function expireSome(of: Whose, now: string): Promise<number> {
  const ids = await rows<{ id: string }>(sql`
    select id from msg_messages
    where status in ('queued', 'sent') and valid_until <= ${now} and ${whose(of)}
    order by valid_until, id limit ${at_once} ${skipLocked()}`)
  if (ids.length === 0) return 0
  const overdue = await rows<Overdue>(sql`
    select m.id as message_id, m.account_id, m.hospital_id, m.mode, m.batch_id, m.campaign_id,
      m.phone, m.sender_id, m.reference, b.callback_url, b.key_id, m.created_at, m.class, m.operator, m.segments, m.status,
      m.uncertain
    from msg_messages m join msg_batches b on b.id = m.batch_id
    where m.id${oneOf(ids.map(({ id }) => id))}`)
  const parts = Map.groupBy(
    await rows<{ message_id: string; state: string }>(sql`
      select message_id, state from msg_parts where message_id${oneOf(ids.map(({ id }) => id))}`),
    ({ message_id }) => message_id,
  )
  const ended = await end(
    overdue.map(
      (facts): End => ({
        facts,
        status: 'expired',
        failure_reason: null,
        expiry_cause: causeOf((parts.get(facts.message_id) ?? []).map(({ state }) => state)),
      }),
    ),
    now,
  )
  return ended.size
}

function causeOf(states: readonly string[]): ExpiryCause {
  if (states.some((state) => state === 'unknown' || state === 'submitting')) return 'uncertain'
  return states.some((state) => state === 'accepted' || state === 'delivered')
    ? 'no_receipt'
    : 'queue'
}
