// After a restore (OPS-127, 128): nobody stays signed in, no code given out before opens anything, and
// who was shut out since the backup stays out.

import { clock } from '../../../core/clock.ts'
import { rows, run } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { Restored } from '../../registry.ts'
import { users } from './tables.ts'

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
  const held = await live(() =>
    rows<{ user_id: string; role_id: string }>(
      sql`select user_id, role_id from user_roles where hospital_id = ${hospital_id}`,
    ),
  )
  const still = new Set(held.map(({ user_id, role_id }) => `${user_id} ${role_id}`))
  const here = await rows<{ id: string; user_id: string; role_id: string }>(
    sql`select id, user_id, role_id from user_roles where hospital_id = ${hospital_id}`,
  )
  const withdrawn = here.filter(({ user_id, role_id }) => !still.has(`${user_id} ${role_id}`))
  const ids = withdrawn.map(({ id }) => id)
  const roles = ids.length === 0 ? 0 : await run(sql`delete from user_roles where id${oneOf(ids)}`)
  return { sessions, codes, people_out: out.length, roles }
}
