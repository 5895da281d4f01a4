// How much is waiting for a person: one statement for one of them or for a thousand.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { Unread } from './shapes.ts'

export const none: Unread = { unread: 0, urgent: 0, latest_at: null }

export async function standingOf(user_ids: readonly string[]): Promise<Map<string, Unread>> {
  const found = await rows<Unread & { user_id: string }>(
    sql`select user_id, count(*) as unread, max(created_at) as latest_at,
      sum(case when urgency = 'URGENT' then 1 else 0 end) as urgent
      from notifications where user_id${oneOf(user_ids)} and read_at is null group by user_id`,
  )
  return new Map(
    found.map(({ user_id, unread, urgent, latest_at }) => [
      user_id,
      { unread: Number(unread), urgent: Number(urgent), latest_at },
    ]),
  )
}

export async function standing(caller: Pick<Caller, 'user_id'>): Promise<Unread> {
  if (caller.user_id === null) return none
  return (await standingOf([caller.user_id])).get(caller.user_id) ?? none
}

export const unreadCount = async (caller: Pick<Caller, 'user_id'>): Promise<number> =>
  (await standing(caller)).unread
