// The money of a campaign: reserved before it runs, released when it is over (MSG-263, MSG-474).

import { accountNow } from '../accounts/accounts.ts'
import { type Actor, type Owner, ownerOf } from '../caller.ts'
import { refuse } from '../refusals.ts'
import { book, walletOf } from '../wallet/wallets.ts'
import type { CampaignRow } from './rows.ts'
import { msg_campaigns } from './tables.ts'

/** The exact cost, and no more than the difference to what is held already (MSG-474). */
export async function reserve(owner: Owner & Actor, one: CampaignRow, cost: number): Promise<void> {
  const more = cost - one.reserved
  const account = await accountNow(owner.account_id)
  if (account.billing === 'unmetered' && owner.mode === 'live') return
  if (more === 0) {
    if ((await walletOf(owner)).balance < 0)
      throw refuse('insufficient_funds', 'The balance is negative; nothing was sent.')
    return
  }
  await book(owner, {
    kind: more > 0 ? 'reserve' : 'release',
    amount: -more,
    reserved_change: more,
    campaign_id: one.id,
    actor: owner.actor,
  })
  await msg_campaigns.change({ ...ownerOf(owner), id: one.id }, { reserved: cost })
}

export async function release(owner: Owner, one: CampaignRow, by: Actor): Promise<void> {
  if (one.reserved === 0) return
  await book(owner, {
    kind: 'release',
    amount: one.reserved,
    reserved_change: -one.reserved,
    campaign_id: one.id,
    actor: by.actor,
  })
}
