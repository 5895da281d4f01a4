// The sender ID of an account when nobody names one: the one that was set, else the first approved.

import { row } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { findAccount } from '../accounts/accounts.ts'
import type { Owner } from '../caller.ts'
import { wrong } from '../refusals.ts'

export async function standardSender({ account_id, mode }: Owner): Promise<string> {
  const { default_sender_id } = await findAccount(account_id)
  if (mode === 'live' && default_sender_id !== null) return default_sender_id
  const found = await row<{ sender_id: string }>(
    sql`select sender_id from msg_sender_ids where account_id = ${account_id} and mode = ${mode}
        and status = 'approved' and removed_at is null order by created_at, id limit 1`,
  )
  if (found === undefined) throw wrong('senderId', 'senderId: this account has no approved one.')
  return found.sender_id
}
