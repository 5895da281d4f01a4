// Who owns a link: one daemon at a time, by a lease and a number that only grows (MSG-314). Every
// intent carries the number, so an owner that was overtaken can write nothing.

import { clock } from '../../core/clock.ts'
import { dialect, returning, rows, run, within } from '../../store/connection.ts'
import { oneOf, raw, sql, type Sql } from '../../store/sql.ts'

export const lease_s = 30
export const renew_s = 10

const form = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
/** Daemons on several machines go by the database's clock; alone, by the house's own. */
const moment = (after_s: number): Sql =>
  dialect() === 'postgres'
    ? raw(
        `to_char((clock_timestamp() + interval '${after_s} seconds') at time zone 'utc', ${form})`,
      )
    : sql`${new Date(clock.ms() + after_s * 1000).toISOString()}`

/** The new fence, or null while another daemon has the link. What it left open becomes unknown. */
export function takeLease(link_id: string, daemon: string): Promise<number | null> {
  return within(async () => {
    // Alone on a file, whoever stands in the row is gone: two daemons cannot hold it.
    const free =
      dialect() === 'sqlite'
        ? sql`1 = 1`
        : sql`(lease_owner is null or lease_owner = ${daemon} or lease_until < ${moment(0)})`
    const [taken] = await returning<{ fence: number }>(sql`
      update msg_links set lease_owner = ${daemon}, lease_until = ${moment(lease_s)},
        fence = fence + 1
      where id = ${link_id} and removed_at is null and ${free} returning fence`)
    if (taken === undefined) return null
    await doubt(link_id, taken.fence)
    return taken.fence
  }, 'jobs')
}

/** Intents without an answer under an older fence: nobody can say what became of them. */
async function doubt(link_id: string, fence: number): Promise<void> {
  const at = clock.instant()
  const left = await returning<{ message_id: string }>(sql`
    update msg_parts set state = 'unknown'
    where link_id = ${link_id} and state = 'submitting' and fence < ${fence}
    returning message_id`)
  if (left.length === 0) return
  await run(sql`update msg_messages set uncertain = true, updated_at = ${at}
    where id${oneOf([...new Set(left.map(({ message_id }) => message_id))])}
      and status in ('queued', 'sent')`)
}

/** Those still owned; one that is missing here was taken over. */
export async function renewLeases(
  held: readonly { link_id: string; fence: number }[],
  daemon: string,
): Promise<ReadonlySet<string>> {
  if (held.length === 0) return new Set()
  const kept = await within(
    () =>
      returning<{ id: string; fence: number }>(sql`
        update msg_links set lease_until = ${moment(lease_s)}
        where lease_owner = ${daemon} and id${oneOf(held.map(({ link_id }) => link_id))}
        returning id, fence`),
    'jobs',
  )
  const fences = new Map(kept.map(({ id, fence }) => [id, fence]))
  return new Set(
    held.filter((one) => fences.get(one.link_id) === one.fence).map(({ link_id }) => link_id),
  )
}

export async function dropLease(link_id: string, daemon: string): Promise<void> {
  await within(
    () =>
      run(sql`update msg_links set lease_owner = null, lease_until = null
        where id = ${link_id} and lease_owner = ${daemon}`),
    'jobs',
  )
}

/** Whether another daemon drains beside this one; on a file there is one daemon. */
export async function othersDrain(daemon: string): Promise<boolean> {
  if (dialect() === 'sqlite') return false
  const found = await rows(sql`select 1 as one from msg_links
    where removed_at is null and enabled and lease_owner is not null and lease_owner <> ${daemon}
      and lease_until >= ${moment(0)} limit 1`)
  return found.length > 0
}
