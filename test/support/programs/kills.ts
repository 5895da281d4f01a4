// Daemons that are killed while they send, and what must be true afterwards (MSG-391). The far side is
// a peer of another make; like a real operator it repeats a receipt until somebody answers it.

import type { Test } from 'tap'
import { closeDatabase, database, openDatabase, rows } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { until } from './daemons.ts'
import { proveWallet } from '../messaging/drains.ts'
import type { Firm } from '../messaging/messaging.ts'
import type { PeerPdu, PeerSession } from '../messaging/smpp-peer.ts'

interface Owed {
  fields: object
  /** Where it was said and not answered yet. */
  open: PeerSession | null
}

/** Answers within 20 ms, sometimes after the receipt; what has no answer is said again. */
export function repeatingOperator(chance: () => number, mark = 'k') {
  const sessions = new Set<PeerSession>()
  const met = new WeakSet<PeerSession>()
  const owed = new Map<string, Owed>()
  const say = (session: PeerSession, id: string): void => {
    const one = owed.get(id)
    if (one === undefined || one.open !== null || !sessions.has(session)) return
    one.open = session
    try {
      session.deliver_sm(one.fields, ({ command_status }) => {
        one.open = null
        if (command_status === 0) owed.delete(id)
      })
    } catch {
      one.open = null
    }
  }
  // A killed daemon's last lines are read before its end is: nothing is said into a dead session.
  const meet = (session: PeerSession): void => {
    if (met.has(session)) return
    met.add(session)
    sessions.add(session)
    session.on('close', () => {
      sessions.delete(session)
      for (const one of owed.values()) if (one.open === session) one.open = null
    })
  }
  const timer = setInterval(() => {
    const [session] = [...sessions].slice(-1)
    if (session === undefined) return
    for (const id of owed.keys()) say(session, id)
  }, 100)
  timer.unref()
  return {
    owed,
    /** Whoever is bound hears what is owed, also where nothing is left to submit. */
    bound: meet,
    submit(session: PeerSession, pdu: PeerPdu, at: number) {
      const id = `${mark}${at.toString(16)}`
      owed.set(id, {
        open: null,
        fields: {
          source_addr: pdu.destination_addr,
          destination_addr: pdu.source_addr,
          esm_class: 4,
          user_message_reference: pdu.user_message_reference,
          short_message: `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010001 stat:DELIVRD err:000 text:`,
        },
      })
      const answer = (): void => void session.send(pdu.response({ message_id: id }))
      if (chance() < 0.2) {
        say(session, id)
        answer()
      } else
        setTimeout(() => {
          answer()
          setTimeout(() => say(session, id), chance() * 20)
        }, chance() * 20)
    },
    stop: () => clearInterval(timer),
  }
}

/** Calls that send a few messages each, with a key that is never used twice. */
export function sendingBy(token: string | undefined) {
  const accepted: string[] = []
  const unexpected: string[] = []
  let next_phone = 0
  let asked = 0
  return {
    accepted,
    unexpected,
    /** False: nobody answered, and whether it was accepted is for the books to say. */
    async send(url: string): Promise<boolean> {
      asked += 1
      const recipients = Array.from({ length: 1 + (asked % 10) }, () => {
        const operator = next_phone % 2 === 0 ? '71' : '75'
        return `255${operator}${String(next_phone++).padStart(7, '0')}`
      })
      try {
        const answer = await fetch(`${url}/v1/sms/send`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token ?? ''}`,
            'content-type': 'application/json',
            'idempotency-key': `kill-${asked}`,
          },
          body: JSON.stringify({
            recipients,
            senderId: 'KLINIKI',
            message: asked % 7 === 0 ? 'x'.repeat(200) : 'Habari',
          }),
        })
        const body = (await answer.json()) as { messages?: { id: string }[] }
        if (answer.status === 202) for (const { id } of body.messages ?? []) accepted.push(id)
        else unexpected.push(`${answer.status} ${JSON.stringify(body)}`)
        return true
      } catch {
        return false
      }
    },
  }
}

export interface Killed {
  sender: Firm
  accepted: readonly string[]
  /** Every submit that any operator got. */
  got: readonly PeerPdu[]
  kills: number
  /** The window of all binds that a killed daemon may have had open. */
  unknown_a_kill: number
}

/** The books, the operator and the events, held against each other. */
export function proveKilled(
  t: Test,
  { sender, accepted, got, kills, unknown_a_kill }: Killed,
): void {
  t.test('nothing that was accepted is lost', async (t) => {
    const there = new Set(
      (await rows<{ id: string }>(sql`select id from msg_messages`)).map(({ id }) => id),
    )
    t.ok(accepted.length > kills * 10, `${accepted.length} were accepted`)
    t.same(
      accepted.filter((id) => !there.has(id)),
      [],
    )
  })

  t.test('nothing reached the operator twice (MSG-302)', async (t) => {
    const parts = got.map(
      (pdu) =>
        `${pdu.destination_addr} ${pdu.short_message.udh?.[0]?.toString('hex').slice(-2) ?? 1}`,
    )
    t.equal(new Set(parts).size, parts.length)
    t.ok(parts.length > 0, `${parts.length} parts arrived`)
  })

  t.test(
    'every message is delivered, or nobody can say, and those are few (MSG-303)',
    async (t) => {
      const states = await rows<{ status: string; n: number }>(
        sql`select status, count(*) as n from msg_messages group by status`,
      )
      const by_status = Object.fromEntries(states.map(({ status, n }) => [status, Number(n)]))
      t.same(
        Object.keys(by_status).filter((status) => !['delivered', 'queued'].includes(status)),
        [],
      )
      t.ok((by_status['queued'] ?? 0) <= kills * unknown_a_kill, JSON.stringify(by_status))
      const [settled] = await rows<{ n: number }>(sql`select count(*) as n from msg_messages m
    where m.status = 'queued' and not exists
      (select 1 from msg_parts p where p.message_id = m.id and p.state = 'unknown')`)
      t.equal(Number(settled?.n), 0, 'what is uncertain has a part that is')
    },
  )

  t.test('no event stands twice, and every delivered message has its own', async (t) => {
    const twice = await rows(
      sql`select data_id, type from msg_events group by data_id, type having count(*) > 1`,
    )
    t.same(twice, [])
    const without = await rows(sql`select id from msg_messages m where status = 'delivered'
    and not exists (select 1 from msg_events e
      where e.data_id = m.id and e.type = 'message.delivered')`)
    t.same(without, [])
  })

  t.test('the money is right', async (t) => {
    t.same(await proveWallet(sender), [])
    const wrong = await rows(sql`
    select b.id from msg_batches b where b.cost <> (
      select coalesce(sum(-e.amount), 0) from msg_wallet_entries e
      where e.batch_id = b.id and e.kind = 'charge')`)
    t.same(wrong, [], 'each batch was charged once')
    const messages = await rows(sql`
    select b.id from msg_batches b where b.cost <> (
      select coalesce(sum(m.cost), 0) from msg_messages m where m.batch_id = b.id)`)
    t.same(messages, [], 'and for its messages')
  })
}

export const untilAllIsOver = async (owed: () => number): Promise<void> => {
  await untilNoneIsLeft('what waits', async () => {
    const [open] = await rows<{ n: number }>(sql`
      select count(*) as n from msg_messages where status = 'queued' and not uncertain`)
    return Number(open?.n) + owed()
  })
  await until('the last receipts', async () => {
    const [open] = await rows<{ n: number }>(
      sql`select count(*) as n from msg_messages where status = 'sent'`,
    )
    return Number(open?.n) === 0
  })
}

/** However much it is: as long as it becomes less, it is awaited. */
export async function untilNoneIsLeft(what: string, left: () => Promise<number>): Promise<void> {
  for (let before = await left(); before > 0; )
    await until(`less of ${what} than ${before}`, async () => {
      const now = await left()
      const less = now < before
      if (less) before = now
      return less
    })
}

/** Another daemon would wait half a minute for the lease of the one that is gone (MSG-312). */
export async function freeLeases(address: Parameters<typeof openDatabase>[0]): Promise<void> {
  await openDatabase(address)
  await database().script("update msg_links set lease_until = '2026-01-01T00:00:00.000Z'")
  await closeDatabase()
}
