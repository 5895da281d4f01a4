// Accounts of staff that a body names.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import { users } from '../tables.ts'

/** Of these ids the ones that are open accounts of staff, with their names. */
export async function staffAccounts(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  ids: readonly string[],
): Promise<{ id: string; full_name: string }[]> {
  if (ids.length === 0) return []
  const found = await users.all({ hospital_id, id: [...ids], kind: 'STAFF' })
  return found.filter(({ status }) => status !== 'CLOSED')
}

/** The one active account of staff that bears this name; none where two do. */
export async function activeNamed(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  name: string,
): Promise<{ id: string; full_name: string } | null> {
  const found = await rows<{ id: string; full_name: string }>(
    sql`select id, full_name from users where hospital_id = ${hospital_id} and kind = 'STAFF'
      and status = 'ACTIVE' and lower(full_name) = ${folded(name)} limit 2`,
  )
  return found.length === 1 ? (found[0] ?? null) : null
}
