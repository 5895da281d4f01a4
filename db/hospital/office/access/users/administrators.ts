// A hospital is never without an administrator (PLT-48).

import type { Caller } from '../../../../core/caller.ts'
import { row, rows } from '../../../../store/connection.ts'
import { conflict } from '../../../../core/refusal.ts'
import { byDialect, nothing, raw, sql } from '../../../../store/sql.ts'
import { today } from '../../hospitals/hospitals.ts'

const for_update = byDialect({ sqlite: nothing, postgres: raw(' for update') })

/**
 * Keeps everybody else from taking an administrator away until this transaction ends. Asked before
 * the account itself is read: the later of two then sees what the earlier one did.
 */
export async function holdAdministrators(caller: Pick<Caller, 'hospital_id'>): Promise<void> {
  await rows(
    sql`select id from user_roles
      where hospital_id = ${caller.hospital_id} and until is null and role_id in
        (select id from roles where hospital_id = ${caller.hospital_id} and code = 'administrator')
      order by id${for_update}`,
  )
}

/** Refuses what would leave nobody: `user_id` stops being an administrator for good. */
export async function notTheLast(caller: Caller, user_id: string): Promise<void> {
  const day = await today(caller)
  const lasting = sql`select u.id from users u
    join user_roles ur on ur.user_id = u.id join roles r on r.id = ur.role_id
    where u.hospital_id = ${caller.hospital_id} and u.status = 'ACTIVE'
      and ur.until is null and r.code = 'administrator'`
  const own = await row(sql`${lasting} and u.id = ${user_id}`)
  if (own === undefined) return
  const other = await row(
    sql`${lasting} and u.id <> ${user_id} and (u.valid_until is null or u.valid_until >= ${day}) limit 1`,
  )
  if (other === undefined) throw conflict('This is the last administrator.', 'last_administrator')
}
