// What becomes of a campaign (MSG 3.5): from its schedule or start on its text is frozen and its
// money reserved, so that what runs has been paid for.

import { days, minutes } from '../../core/clock.ts'
import { row, run } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { note } from '../accounts/audit.ts'
import { now } from '../accounts/clock.ts'
import { type Actor, type MessagingCaller, ownerOf } from '../caller.ts'
import { endUnsubmitted } from '../messages/cancelling.ts'
import { nudge } from '../nudges.ts'
import { wrong, wrongState } from '../refusals.ts'
import { setting } from '../settings/settings.ts'
import { find } from './campaigns.ts'
import { guarded } from './guards.ts'
import { release, reserve } from './money.ts'
import { forgetPeople } from './preparing.ts'
import { bodiesOf, type Sum } from './preview.ts'
import { type CampaignRow, mustAllow, rowOf } from './rows.ts'
import type { Campaign } from './shapes.ts'
import { msg_campaigns } from './tables.ts'
import type { CampaignState } from './words.ts'

export async function schedule(
  caller: MessagingCaller,
  id: string,
  asked: string | undefined,
): Promise<Campaign> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'schedule')
  const at = asked ?? one.schedule_at
  if (at === null) throw wrong('scheduleAt', 'scheduleAt is required.')
  const ms = Date.parse(at)
  const from = (await now(caller, caller.mode)) + minutes(1)
  const most = await setting('schedule_max_days')
  if (ms < from || ms > from + days(most))
    throw wrong('scheduleAt', `scheduleAt must be 1 minute to ${most} days ahead.`)
  const sum = await guarded(caller, one)
  await reserve(caller, one, sum.cost)
  return moved(caller, one, 'scheduled', {
    schedule_at: new Date(ms).toISOString(),
    frozen: await bodiesOf(caller, one),
    ...figures(sum),
  })
}

const figures = (sum: Sum): Partial<CampaignRow> => ({
  audience_count: sum.audience,
  skipped: sum.skipped,
  planned: sum.planned,
  estimated: sum.cost,
})

export async function unschedule(caller: MessagingCaller, id: string): Promise<Campaign> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'unschedule')
  await release(caller, one, caller)
  return moved(caller, one, 'draft', { frozen: null, reserved: 0 })
}

export async function start(caller: MessagingCaller, id: string): Promise<Campaign> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'start')
  const sum = await guarded(caller, one)
  await reserve(caller, one, sum.cost)
  const started = await moved(caller, one, 'preparing', {
    frozen: await bodiesOf(caller, one),
    started_at: new Date(await now(caller, caller.mode)).toISOString(),
    ...figures(sum),
  })
  nudge('campaigns')
  return started
}

/** Whose word it is: what the platform stopped, the account does not set going (MSG 3.5). */
export type Side = 'user' | 'platform'

export async function pause(
  caller: MessagingCaller,
  id: string,
  side: Side = 'user',
): Promise<Campaign> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'pause')
  await hold(one)
  return moved(caller, one, 'paused', { pause_reason: side })
}

/** Far beyond any clock: nothing of a paused campaign falls due. */
const never = '9999-12-31T00:00:00.000Z'

/** Of one that is being prepared, half of whose audience may be frozen, that half goes. */
export async function hold({ id, status }: Pick<CampaignRow, 'id' | 'status'>): Promise<void> {
  if (status === 'preparing') await forgetPeople(id)
  await run(
    sql`update msg_messages set due_at = ${never}
        where campaign_id = ${id} and status = 'queued' and not submitted`,
  )
}

export async function resume(
  caller: MessagingCaller,
  id: string,
  side: Side = 'user',
): Promise<Campaign> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'resume')
  if (one.pause_reason === 'platform' && side !== 'platform')
    throw wrongState('The platform paused this campaign; only the platform resumes it.')
  const prepared = await isPrepared(one)
  if (!prepared) {
    const sum = await guarded(caller, one)
    await reserve(caller, one, sum.cost)
  }
  const at = new Date(await now(caller, caller.mode)).toISOString()
  await run(
    sql`update msg_messages set due_at = case when not_before > ${at} then not_before else ${at} end
        where campaign_id = ${id} and status = 'queued' and due_at = ${never}`,
  )
  const resumed = await moved(caller, one, prepared ? 'running' : 'preparing', {
    pause_reason: null,
    ...(one.started_at === null ? { started_at: at } : {}),
  })
  nudge('campaigns')
  nudge('queue')
  return resumed
}

const isPrepared = async ({ id, planned, audience_count }: CampaignRow): Promise<boolean> =>
  (planned > 0 || audience_count > 0) &&
  (await row(sql`select 1 as yes from msg_campaign_people where campaign_id = ${id} limit 1`)) !==
    undefined

export async function cancel(caller: MessagingCaller, id: string): Promise<Campaign> {
  const one = await rowOf(caller, id, true)
  mustAllow(one, 'cancel')
  return endCampaign(caller, one, caller)
}

/** Uncreated messages are never made, unsubmitted ones are cancelled, what is held is released. */
export async function endCampaign(
  owner: MessagingCaller,
  one: CampaignRow,
  by: Actor,
): Promise<Campaign> {
  await endUnsubmitted(by, owner, sql`campaign_id = ${one.id}`, 'cancelled')
  await release(owner, one, by)
  const cancelled = await moved(
    owner,
    one,
    'cancelled',
    {
      reserved: 0,
      pause_reason: null,
      completed_at: new Date(await now(owner, owner.mode)).toISOString(),
      // One that never made a message has nothing to tell.
      told: one.created === 0,
    },
    by,
  )
  nudge('campaigns')
  return cancelled
}

async function moved(
  owner: MessagingCaller,
  one: CampaignRow,
  status: CampaignState,
  changes: Partial<CampaignRow>,
  by: Actor = owner,
): Promise<Campaign> {
  await msg_campaigns.change({ ...ownerOf(owner), id: one.id }, { ...changes, status })
  await note(by, `campaign.${status}`, {
    owner,
    entity: 'campaign',
    entity_id: one.id,
    label: one.name,
    from: one.status,
    to: status,
    ...(one.ignore_quiet_hours ? { changes: { ignore_quiet_hours: true } } : {}),
  })
  return find(owner, one.id)
}
