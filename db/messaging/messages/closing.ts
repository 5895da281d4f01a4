// The end of a business account, whole (MSG 3.1): its keys, what waits, what is left of its money.

import { row, rows } from '../../connection.ts'
import { conflict } from '../../refusal.ts'
import { type Sql, sql } from '../../sql.ts'
import { type AccountRow, findAccount, linkAccount } from '../accounts/accounts.ts'
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
  for (const account of accounts) await mustPrepareNothing(account.id)
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

/** A campaign that is being prepared still writes messages; what waits already ends with the close. */
async function mustPrepareNothing(account_id: string): Promise<void> {
  const count = await countOf(sql`select count(*) as n from msg_campaigns
    where account_id = ${account_id} and status = 'preparing'`)
  if (count > 0)
    throw conflict(said(count, 'campaign is being prepared', 'campaigns are being prepared'))
}

/** MSG-102: not while messages wait or a campaign is not over. */
export async function unlinkAccount(by: Actor, id: string, reason: string): Promise<AccountRow> {
  await findAccount(id)
  const waiting = await countOf(sql`select count(*) as n from msg_messages
    where account_id = ${id} and status in ('scheduled', 'queued')`)
  if (waiting > 0) throw conflict(said(waiting, 'message is waiting', 'messages are waiting'))
  const open = await countOf(sql`select count(*) as n from msg_campaigns
    where account_id = ${id} and status in ('scheduled', 'preparing', 'running', 'paused')`)
  if (open > 0) throw conflict(said(open, 'campaign is not over', 'campaigns are not over'))
  const unlinked = await linkAccount(by, id, null, reason)
  forgetKeys()
  return unlinked
}

const countOf = async (asked: Sql): Promise<number> =>
  Number((await row<{ n: number }>(asked))?.n ?? 0)

const said = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}.`
