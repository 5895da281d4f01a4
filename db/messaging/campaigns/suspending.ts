// A business account that is suspended: its running campaigns pause, and stay paused when it is let
// go on, until somebody of the account resumes them (MSG 3.1).

import { rows } from '../../store/connection.ts'
import { byDialect, nothing, oneOf, raw, sql } from '../../store/sql.ts'
import { type Business, moveBusiness } from '../accounts/businesses.ts'
import { note } from '../accounts/audit.ts'
import { type Actor, type Mode, type Owner, ownerCaller, the_house } from '../caller.ts'
import { endCampaign, hold } from './moves.ts'
import type { CampaignRow } from './rows.ts'
import { msg_campaigns } from './tables.ts'
import type { CampaignState } from './words.ts'

export async function suspendBusiness(by: Actor, id: string, reason: string): Promise<Business> {
  const suspended = await moveBusiness(by, id, 'suspend', reason)
  const running = await campaignsOf(id, ['preparing', 'running'])
  for (const one of running) {
    const { account_id, hospital_id, mode } = one
    await hold(one)
    await msg_campaigns.change(
      { hospital_id, account_id, mode, id: one.id },
      { status: 'paused', pause_reason: 'platform' },
    )
    await note(by, 'campaign.paused', {
      owner: { account_id, hospital_id, mode },
      entity: 'campaign',
      entity_id: one.id,
      from: one.status,
      to: 'paused',
      reason,
    })
  }
  return suspended
}

/** The platform has nothing against them any more; whether they go on is the account's to say. */
export async function resumeBusiness(by: Actor, id: string): Promise<Business> {
  const resumed = await moveBusiness(by, id, 'resume')
  for (const one of await campaignsOf(id, ['paused'])) {
    const { account_id, hospital_id, mode } = one
    await msg_campaigns.change(
      { hospital_id, account_id, mode, id: one.id, pause_reason: 'platform' },
      { pause_reason: 'user' },
    )
  }
  return resumed
}

/** Locked: none of them makes a message or takes of what it reserved any more. */
export const openCampaigns = ({ account_id, hospital_id, mode }: Owner): Promise<CampaignRow[]> =>
  msg_campaigns.all(
    { account_id, hospital_id, mode, status: ['scheduled', 'running', 'paused'] },
    { lock: true },
  )

/** Of a business account that is closed: one that runs would go on out of what it reserved. */
export async function endCampaigns(
  owner: Owner,
  open: readonly CampaignRow[],
  by: Actor,
): Promise<void> {
  for (const one of open) await endCampaign(ownerCaller(owner, the_house), one, by)
}

interface Found {
  id: string
  account_id: string
  hospital_id: string
  mode: Mode
  status: CampaignState
}

/** Locked: one that is cancelled at this moment stays cancelled. */
const campaignsOf = (business_id: string, states: readonly string[]): Promise<Found[]> =>
  rows<Found>(sql`select c.id, c.account_id, c.hospital_id, c.mode, c.status
    from msg_campaigns c join msg_accounts a on a.id = c.account_id
    where a.business_id = ${business_id} and c.status${oneOf(states)} order by c.id
    ${byDialect({ sqlite: nothing, postgres: raw('for update of c') })}`)
