// After a restore (OPS-127): what was on its way at the backup's instant, and what the live data says
// was sent after it, is uncertain, so that nobody is written to twice; a person settles it, or the
// operator's receipt does (MSG-390).

import { insertBulk } from '../../store/bulk.ts'
import { rows, run } from '../../store/connection.ts'
import { given } from '../../store/given.ts'
import { oneOf, sql } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { msg_parts } from './tables.ts'

type Part = RowOf<(typeof msg_parts)['columns']>

const at_once = 500

export interface RestoredAt {
  /** Of the backup. */
  at: string
  live: <T>(work: () => Promise<T>) => Promise<T>
}

/** Answers how many messages became uncertain. */
export async function settleRestored({ at, live }: RestoredAt): Promise<number> {
  await run(sql`update msg_parts set state = 'unknown' where state = 'submitting'`)
  let last = ''
  for (;;) {
    const after = last
    const sent = await live(() =>
      msg_parts.read(
        sql`select ${msg_parts.selection()} from msg_parts
            where id > ${after} and submitted_at >= ${at} order by id limit ${at_once}`,
      ),
    )
    if (sent.length > 0) await takeOver(sent)
    if (sent.length < at_once) break
    last = (sent.at(-1) as Part).id
  }
  return run(sql`update msg_messages set uncertain = ${true}
    where status in ('queued', 'sent') and not uncertain and exists (
      select 1 from msg_parts p where p.message_id = msg_messages.id and p.state = 'unknown')`)
}

/** Intents that the backup does not know, of messages that it still holds for unsent. */
async function takeOver(sent: readonly Part[]): Promise<void> {
  const open = await rows<{ id: string; message_id: string; part_id: string | null }>(
    sql`select p.id, m.id as message_id, q.id as part_id
        from ${given('p', { id: 'text', message_id: 'text', number: 'integer' }, keysOf(sent))}
        join msg_messages m on m.id = p.message_id and m.status in ('scheduled', 'queued')
        left join msg_parts q on q.message_id = p.message_id and q.number = p.number
        where q.id is null or q.state = 'waiting'`,
  )
  const wanted = new Map(open.map((one) => [one.id, one]))
  const taken = sent.filter(({ id }) => wanted.has(id))
  const fresh = taken.filter(({ id }) => wanted.get(id)?.part_id === null)
  if (fresh.length > 0)
    await insertBulk(
      msg_parts,
      {},
      fresh.map((one) => ({ ...one, state: 'unknown' as const, receipt_status: null })),
    )
  const known = open.flatMap(({ part_id }) => part_id ?? [])
  if (known.length > 0)
    await run(sql`update msg_parts set state = 'unknown' where id${oneOf(known)}`)
  const messages = [...new Set(open.map(({ message_id }) => message_id))]
  if (messages.length === 0) return
  await run(sql`update msg_messages set submitted = ${true}, status = 'queued'
    where id${oneOf(messages)}`)
  // Each message belongs to the link that its parts went over.
  await run(sql`update msg_messages set link_id = (
      select p.link_id from msg_parts p where p.message_id = msg_messages.id
      order by p.number limit 1)
    where id${oneOf(messages)}`)
}

const keysOf = (sent: readonly Part[]) =>
  sent.map(({ id, message_id, number }) => ({ id, message_id, number }))
