// After a restore (OPS-127, 128): nobody stays signed in, no code given out before opens anything, and
// who was shut out since the backup stays out.

import { clock } from '../../../core/clock.ts'
import { rows, run } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { Restored } from '../../registry.ts'
import { users } from './tables.ts'

type Live = NonNullable<Parameters<Restored>[1]['live']>

export const restored: Restored = async ({ hospital_id }, { live, parted_at }) => {
  const now = clock.instant()
  const sessions = await run(
    sql`update sessions set closed_at = ${now}, close_reason = 'restored'
        where hospital_id = ${hospital_id} and closed_at is null`,
  )
  const codes = await run(
    sql`update account_codes set used_at = ${now} where hospital_id = ${hospital_id} and used_at is null`,
  )
  if (live === null) return { sessions, codes }
  const out = await live(() =>
    users.read(
      sql`select ${users.selection()} from users
          where hospital_id = ${hospital_id} and status in ('SUSPENDED', 'CLOSED')
          and updated_at >= ${parted_at ?? ''}`,
    ),
  )
  for (const { id, status, suspend_reason, close_reason } of out) {
    await users.change({ hospital_id, id }, { status, suspend_reason, close_reason })
  }
  // Who holds no role there may only have been unknown there: what is missing was not withdrawn.
  if (parted_at !== null) return { sessions, codes, people_out: out.length }
  return { sessions, codes, people_out: out.length, roles: await withdrawSince(hospital_id, live) }
}

/** Of a person whom the live data do not know nothing was withdrawn there. */
async function withdrawSince(hospital_id: string, live: Live): Promise<number> {
  const left = await live(() =>
    rows<{ user_id: string; role_id: string | null }>(
      sql`select users.id as user_id, held.role_id from users
          left join user_roles held on held.user_id = users.id
          where users.hospital_id = ${hospital_id}`,
    ),
  )
  const known = new Set(left.map(({ user_id }) => user_id))
  const held = new Set(left.map(({ user_id, role_id }) => `${user_id} ${role_id}`))
  const here = await rows<{ id: string; user_id: string; role_id: string }>(
    sql`select id, user_id, role_id from user_roles where hospital_id = ${hospital_id}`,
  )
  const ids = here
    .filter(({ user_id, role_id }) => known.has(user_id) && !held.has(`${user_id} ${role_id}`))
    .map(({ id }) => id)
  return ids.length === 0 ? 0 : run(sql`delete from user_roles where id${oneOf(ids)}`)
}
