// How much is waiting for a person: one statement for one of them or for a thousand.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql, where } from '../../../store/sql.ts'
import { mustBeRead } from '../../neighbours/telling.ts'
import type { Unread } from './shapes.ts'

export const none: Unread = { unread: 0, urgent: 0, latest_at: null }

export async function standingOf(user_ids: readonly string[]): Promise<Map<string, Unread>> {
  const must_read = await mustBeRead(user_ids)
  const counted = new Set([...must_read.values()].flat().map(({ id }) => id))
  const found = await rows<Unread & { user_id: string }>(
    sql`select user_id, count(*) as unread, max(created_at) as latest_at,
      sum(case when urgency = 'URGENT' then 1 else 0 end) as urgent
      from notifications${where([
        sql`user_id${oneOf(user_ids)} and read_at is null`,
        // Its notice is not counted beside it.
        counted.size === 0
          ? undefined
          : sql`(entity_type is null or entity_type <> 'announcement' or not entity_id${oneOf([...counted])})`,
      ])} group by user_id`,
  )
  const standing = new Map(
    found.map(({ user_id, unread, urgent, latest_at }) => [
      user_id,
      { unread: Number(unread), urgent: Number(urgent), latest_at },
    ]),
  )
  for (const [user_id, waiting] of must_read) {
    const { unread, urgent, latest_at } = standing.get(user_id) ?? none
    const dates = [latest_at ?? '', ...waiting.map(({ published_at }) => published_at)]
    standing.set(user_id, {
      unread: unread + waiting.length,
      urgent,
      latest_at: dates.sort().at(-1) ?? null,
    })
  }
  return standing
}

export async function standing(caller: Pick<Caller, 'user_id'>): Promise<Unread> {
  if (caller.user_id === null) return none
  return (await standingOf([caller.user_id])).get(caller.user_id) ?? none
}

export const unreadCount = async (caller: Pick<Caller, 'user_id'>): Promise<number> =>
  (await standing(caller)).unread
