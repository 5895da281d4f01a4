// The end of a business account, whole (MSG 3.1): its keys, its campaigns, what waits, what is left
// of its money. Nothing of it leaves afterwards (decision 0107).

import { row, rows } from '../../store/connection.ts'
import { conflict } from '../../core/refusal.ts'
import { sql } from '../../store/sql.ts'
import { type Business, moveBusiness } from '../accounts/businesses.ts'
import { type Actor, modes } from '../caller.ts'
import { endCampaigns, openCampaigns } from '../campaigns/suspending.ts'
import { forgetKeys } from '../keys/opening.ts'
import { revokeAll } from '../keys/keys.ts'
import { endUnsubmitted } from '../messages/cancelling.ts'
import { tryBook, walletOf } from '../wallet/wallets.ts'
import { switchOff } from '../webhooks/failing.ts'
import { endWaiting, waitingTexts } from '../whatsapp/statuses.ts'

interface Account {
  id: string
  hospital_id: string
}

export async function closeBusiness(by: Actor, id: string, reason: string): Promise<Business> {
  const closed = await moveBusiness(by, id, 'close', reason)
  const accounts = await rows<Account>(
    sql`select id, hospital_id from msg_accounts where business_id = ${id}`,
  )
  for (const account of accounts) await mustPrepareNothing(account.id)
  for (const account of accounts) await endAccount(by, account, reason)
  forgetKeys()
  return closed
}

/** A campaign that is being prepared still writes messages; what waits already ends with the close. */
async function mustPrepareNothing(account_id: string): Promise<void> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from msg_campaigns
        where account_id = ${account_id} and status = 'preparing'`,
  )
  const count = Number(found?.n ?? 0)
  if (count === 0) return
  throw conflict(`${count} ${count === 1 ? 'campaign is' : 'campaigns are'} being prepared.`)
}

async function endAccount(by: Actor, { id, hospital_id }: Account, reason: string): Promise<void> {
  await revokeAll(by, id)
  for (const mode of modes) {
    const owner = { account_id: id, hospital_id, mode }
    // Campaigns, then every message, then the wallet, as everywhere (decision 0262).
    const campaigns = await openCampaigns(owner)
    const texts = await waitingTexts(owner)
    await endUnsubmitted(by, owner, sql`true`, 'cancelled')
    await endCampaigns(owner, campaigns, by)
    await endWaiting(owner, texts)
  }
  const live = { account_id: id, hospital_id, mode: 'live' as const }
  const { balance } = await walletOf(live)
  if (balance <= 0) return
  await tryBook(live, {
    kind: 'adjustment',
    amount: -balance,
    actor: by.actor,
    reason: `Account closed, paid back outside: ${reason}`.slice(0, 300),
  })
}

/** What was submitted before the close is still told; then the webhook is switched off (MSG 3.1). */
export async function disableClosed(): Promise<number> {
  const found = await rows<{ id: string }>(
    sql`select w.id from msg_webhooks w
        join msg_accounts a on a.id = w.account_id
        join msg_businesses b on b.id = a.business_id
        where w.enabled and b.status = 'closed'
          and not exists (select 1 from msg_deliveries d
            where d.account_id = w.account_id and d.mode = w.mode and d.status = 'pending')
          and not exists (select 1 from msg_messages m
            where m.account_id = w.account_id and m.mode = w.mode
              and m.status in ('queued', 'sent'))
        order by w.id limit 500`,
  )
  for (const { id } of found) await switchOff(id, 'user', 'The business account is closed.')
  return found.length
}
