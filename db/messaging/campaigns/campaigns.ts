// Campaigns as they are read (MSG 4.19): a list, one, and one by the name that people use.

import { rows } from '../../store/connection.ts'
import { matching } from '../../store/search.ts'
import { sql, when, where } from '../../store/sql.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { afterId, type Asked, cursorOf, limitOf, type Listed, listed } from '../cursors.ts'
import { wrong } from '../refusals.ts'
import { shown, statesOf } from './counts.ts'
import { type CampaignRow, rowOf } from './rows.ts'
import type { Campaign } from './shapes.ts'
import { msg_campaigns } from './tables.ts'

export interface CampaignsAsked extends Asked {
  status?: string
  class?: string
  search?: string
  since?: string
  until?: string
}

export async function list(
  caller: MessagingCaller,
  asked: CampaignsAsked,
): Promise<Listed<Campaign>> {
  const utc = (moment: string | undefined): string =>
    moment === undefined ? '' : new Date(moment).toISOString()
  const found = await msg_campaigns.read(
    sql`select ${msg_campaigns.selection('c')} from msg_campaigns c ${where([
      sql`c.account_id = ${caller.account_id}`,
      sql`c.mode = ${caller.mode}`,
      when(asked.status, sql`c.status = ${asked.status}`),
      when(asked.class, sql`c.class = ${asked.class}`),
      matching('msg_campaigns', asked.search, 'c'),
      when(asked.since, sql`c.created_at >= ${utc(asked.since)}`),
      when(asked.until, sql`c.created_at < ${utc(asked.until)}`),
      afterId(asked, 'desc', 'c.id'),
    ])} order by c.id desc limit ${limitOf(asked) + 1}`,
  )
  const states = await statesOf(found.slice(0, limitOf(asked)).map(({ id }) => id))
  return listed(
    asked,
    found,
    (one) => shown(one, states.get(one.id)),
    ({ id }) => cursorOf(id),
  )
}

export async function find(owner: Owner, id: string): Promise<Campaign> {
  const one = await rowOf(owner, id)
  return shown(one, (await statesOf([id])).get(id))
}

/** As people name one on the command line: by its id, or by its name where only one has it. */
export async function called(owner: Owner, typed: string): Promise<CampaignRow> {
  const found = await msg_campaigns.all(
    { ...ownerOf(owner), name: typed },
    { order: ['-id'], limit: 2 },
  )
  const [only] = found
  if (found.length === 1 && only !== undefined) return only
  if (found.length > 1)
    throw wrong('campaign', `campaign: several are called ${typed}; name one by its id.`)
  return rowOf(owner, typed)
}

/** For the group's own door: a name of a campaign that will ask for it (MSG-436). */
export async function campaignOfGroup(group_id: string): Promise<string | null> {
  const open = await rows<{ name: string; audience: string }>(
    sql`select name, audience from msg_campaigns
        where status in ('scheduled', 'preparing') order by id limit 1000`,
  )
  return open.find(({ audience }) => audience.includes(group_id))?.name ?? null
}
