// When an account may leave its business account (MSG-102).

import { row } from '../../store/connection.ts'
import { conflict } from '../../core/refusal.ts'
import { type Sql, sql } from '../../store/sql.ts'
import { type AccountRow, findAccount, linkAccount } from '../accounts/accounts.ts'
import type { Actor } from '../caller.ts'
import { forgetKeys } from '../keys/opening.ts'

/** MSG-102: not while messages wait or a campaign is not over; rehearsals do not count (MSG-585). */
export async function unlinkAccount(by: Actor, id: string, reason: string): Promise<AccountRow> {
  await findAccount(id)
  const waiting = await countOf(sql`select count(*) as n from msg_messages
    where account_id = ${id} and mode = 'live' and status in ('scheduled', 'queued')`)
  if (waiting > 0) throw conflict(said(waiting, 'message is waiting', 'messages are waiting'))
  const open = await countOf(sql`select count(*) as n from msg_campaigns
    where account_id = ${id} and mode = 'live'
      and status in ('scheduled', 'preparing', 'running', 'paused')`)
  if (open > 0) throw conflict(said(open, 'campaign is not over', 'campaigns are not over'))
  const unlinked = await linkAccount(by, id, null, reason)
  forgetKeys()
  return unlinked
}

const countOf = async (asked: Sql): Promise<number> =>
  Number((await row<{ n: number }>(asked))?.n ?? 0)

const said = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}.`
