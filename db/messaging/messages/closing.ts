// The end of a business account, whole (MSG 3.1): its keys, what waits, what is left of its money.

import { rows } from '../../connection.ts'
import { sql } from '../../sql.ts'
import { type Business, moveBusiness } from '../accounts/businesses.ts'
import type { Actor } from '../caller.ts'
import { forgetKeys } from '../keys/opening.ts'
import { revokeAll } from '../keys/keys.ts'
import { tryBook, walletOf } from '../wallet/wallets.ts'
import { endUnsubmitted } from './cancelling.ts'

export async function closeBusiness(by: Actor, id: string, reason: string): Promise<Business> {
  const closed = await moveBusiness(by, id, 'close', reason)
  const accounts = await rows<{ id: string; hospital_id: string }>(
    sql`select id, hospital_id from msg_accounts where business_id = ${id}`,
  )
  for (const account of accounts) {
    await revokeAll(by, account.id)
    const { hospital_id } = account
    for (const mode of ['live', 'test'] as const) {
      const owner = { account_id: account.id, hospital_id, mode }
      await endUnsubmitted(by, owner, sql`true`, 'cancelled')
    }
    const live = { account_id: account.id, hospital_id, mode: 'live' as const }
    const { balance } = await walletOf(live)
    if (balance > 0) {
      await tryBook(live, {
        kind: 'adjustment',
        amount: -balance,
        actor: by.actor,
        reason: `Account closed, paid back outside: ${reason}`.slice(0, 300),
      })
    }
  }
  forgetKeys()
  return closed
}
