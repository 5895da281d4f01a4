// Campaigns of an account's test mode go by its clock too: starts, chunks and ends are made by their
// own hand, which is woken and waited for (MSG 3.5, MSG-582).

import { row } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { now } from '../accounts/clock.ts'
import type { Owner } from '../caller.ts'
import { nudge } from '../nudges.ts'

const patience_ms = 12_000

/** True when something was done. */
export async function campaignsWentOn(owner: Owner, going: () => boolean): Promise<boolean> {
  if (!(await campaignsWait(owner))) return false
  const until = performance.now() + patience_ms
  while (going() && performance.now() < until) {
    nudge('campaigns')
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (!(await campaignsWait(owner))) return true
  }
  return false
}

/** Something of a campaign can be done at this moment. */
export async function campaignsWait(owner: Owner): Promise<boolean> {
  const at = new Date(await now(owner, 'test')).toISOString()
  const found = await row(sql`
    select 1 as yes from msg_campaigns c
    where c.account_id = ${owner.account_id} and c.mode = 'test' and (
      (c.status = 'scheduled' and c.schedule_at <= ${at}) or c.status = 'preparing'
      or (c.status = 'running' and c.created < c.planned and c.max_per_minute is null)
      or (c.status = 'running' and c.created >= c.planned and not exists (
        select 1 from msg_messages m where m.campaign_id = c.id
          and m.status in ('scheduled', 'queued', 'sent')))) limit 1`)
  return found !== undefined
}

export const campaignDue = async ({ account_id }: Owner): Promise<string | null> =>
  (
    await row<{ at: string | null }>(sql`select min(schedule_at) as at from msg_campaigns
      where account_id = ${account_id} and mode = 'test' and status = 'scheduled'`)
  )?.at ?? null
