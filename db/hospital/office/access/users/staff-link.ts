// Which account belongs to which staff record (ruling of people: kept once, in the account).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { attempt, row, rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { difference, record } from '../../audit/record.ts'
import { forgetCallers } from '../callers.ts'
import { users } from '../tables.ts'
import { refuseTaken, takenBy } from './contacts.ts'
import { userRecord } from './users.ts'

type Of = Pick<Caller, 'hospital_id'>

export interface StaffAccount {
  user_id: string
  staff_id: string
  username: string
  status: string
}

export const staffIdOf = async ({ hospital_id }: Of, user_id: string): Promise<string | null> =>
  (
    await row<{ staff_id: string | null }>(
      sql`select staff_id from users where hospital_id = ${hospital_id} and id = ${user_id}
        and kind = 'STAFF'`,
    )
  )?.staff_id ?? null

/** The staff record of each account that has one, closed accounts too. */
export async function staffIdsOf(
  { hospital_id }: Of,
  user_ids: readonly string[],
): Promise<Map<string, string>> {
  if (user_ids.length === 0) return new Map()
  const found = await rows<{ id: string; staff_id: string }>(
    sql`select id, staff_id from users where hospital_id = ${hospital_id} and id${oneOf(user_ids)}
      and kind = 'STAFF' and staff_id is not null`,
  )
  return new Map(found.map(({ id, staff_id }) => [id, staff_id]))
}

/** The open accounts of staff records, by the record. */
export async function accountsOf(
  { hospital_id }: Of,
  staff_ids: readonly string[],
): Promise<Map<string, StaffAccount>> {
  const found = await rows<StaffAccount>(
    sql`select id as user_id, staff_id, username, status from users
      where hospital_id = ${hospital_id} and staff_id${oneOf(staff_ids)} and kind = 'STAFF'
      and status <> 'CLOSED'`,
  )
  return new Map(found.map((one) => [one.staff_id, one]))
}

/** Whether any account is somebody's of the staff yet. */
export const isAnyLinked = async ({ hospital_id }: Of): Promise<boolean> =>
  (await row(
    sql`select 1 as yes from users where hospital_id = ${hospital_id} and staff_id is not null
      and status <> 'CLOSED' limit 1`,
  )) !== undefined

/** Null takes the account away that stands on the record. */
export async function linkStaff(
  caller: Caller,
  staff_id: string,
  user_id: string | null,
): Promise<void> {
  const held = (await accountsOf(caller, [staff_id])).get(staff_id)
  if ((held?.user_id ?? null) === user_id) return
  if (user_id === null) {
    if (held !== undefined) await put(caller, held.user_id, null)
    return
  }
  const user = await userRecord.get(caller, user_id)
  if (user.staff_id !== null) {
    throw conflict(`The account ${user.username} belongs to another staff record.`)
  }
  await refuseTaken(caller, { staff_id }, user_id)
  await put(caller, user_id, staff_id)
}

async function put(caller: Caller, id: string, staff_id: string | null): Promise<void> {
  const before = await userRecord.locked(caller, id)
  const change = () => users.change({ hospital_id: caller.hospital_id, id }, { staff_id })
  await attempt(change).catch((error: unknown) => {
    throw takenBy(error, { staff_id })
  })
  forgetCallers()
  record(caller, 'user.update', {
    entity_type: 'user',
    entity_id: id,
    entity_label: before.full_name,
    changes: difference({ staff_id: before.staff_id }, { staff_id }),
  })
}
