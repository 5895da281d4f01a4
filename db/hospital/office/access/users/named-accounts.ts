// Accounts of staff that a body names.

import type { Caller } from '../../../../core/caller.ts'
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
