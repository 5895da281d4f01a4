// The end of a business account, whole (MSG 3.1): its keys, its campaigns, what waits, what is left
// of its money. Nothing of it leaves afterwards (decision 0107).

import { row, rows } from '../../connection.ts'
import { conflict } from '../../refusal.ts'
import { sql } from '../../sql.ts'
import { note } from '../accounts/audit.ts'
import { type Business, moveBusiness } from '../accounts/businesses.ts'
import { now } from '../accounts/clock.ts'
import { type Actor, modes, ownerCaller, the_house } from '../caller.ts'
import { endCampaign } from '../campaigns/moves.ts'
import { msg_campaigns } from '../campaigns/tables.ts'
import { forgetKeys } from '../keys/opening.ts'
import { revokeAll } from '../keys/keys.ts'
import { endUnsubmitted } from '../messages/cancelling.ts'
import { tryBook, walletOf } from '../wallet/wallets.ts'
import { forgetCurrent } from '../webhooks/current.ts'
import { forgetSubscription } from '../webhooks/emit.ts'
import { msg_webhooks } from '../webhooks/tables.ts'
import { move } from '../whatsapp/statuses.ts'
import { msg_whatsapp_messages } from '../whatsapp/tables.ts'

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
    await endCampaigns(owner, by)
    await endUnsubmitted(by, owner, sql`true`, 'cancelled')
    await endWhatsapp(owner)
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

type Owner = Parameters<typeof endUnsubmitted>[1]

/** One that runs would go on making messages out of what it reserved. */
async function endCampaigns(owner: Owner, by: Actor): Promise<void> {
  const open = await msg_campaigns.all({
    ...owner,
    status: ['scheduled', 'running', 'paused'],
  })
  for (const one of open) await endCampaign(ownerCaller(owner, the_house), one, by)
}

async function endWhatsapp(owner: Owner): Promise<void> {
  const at = new Date(await now(owner, owner.mode)).toISOString()
  const waiting = await msg_whatsapp_messages.all({ ...owner, posting: 'waiting' }, { lock: true })
  for (const one of waiting)
    await move(one, { status: 'failed', at, reason: 'cancelled', never_taken: 'never_submitted' })
}

/** What was submitted before the close is still told; then the webhook is switched off (MSG 3.1). */
export async function disableClosed(): Promise<number> {
  const found = await msg_webhooks.read(
    sql`select ${msg_webhooks.selection('w')} from msg_webhooks w
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
  for (const { id, account_id, hospital_id, mode, url } of found) {
    const owner = { account_id, hospital_id, mode }
    await msg_webhooks.change({ ...owner, id }, { enabled: false, disabled_reason: 'user' })
    forgetSubscription(owner)
    forgetCurrent(owner)
    await note(the_house, 'webhook.disable', {
      owner,
      entity: 'webhook',
      entity_id: id,
      label: url,
      reason: 'The business account is closed.',
    })
  }
  return found.length
}
