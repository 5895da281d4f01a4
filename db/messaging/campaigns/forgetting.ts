// A person in the audiences of campaigns: of those that are over, and of those that are to come.

import { row, run } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { msg_campaigns, type Audience } from './tables.ts'
import { wrongState } from '../refusals.ts'
import { isTheirs, nationalOf, type Person } from '../contacts/forgotten.ts'

/** A frozen audience is paid for person by person: who is still to be written to is waited for. */
export async function mustNotBeAwaited({ owner, phone }: Person): Promise<void> {
  const found = await row<{ name: string; status: string }>(
    sql`select c.name, c.status from msg_campaigns c
        where c.account_id = ${owner.account_id} and c.mode = ${owner.mode}
          and (c.status = 'preparing' or (c.status in ('running', 'paused') and exists (
            select 1 from msg_campaign_people p
            where p.campaign_id = c.id and p.phone = ${phone} and p.skipped is null
              and p.place > c.cursor_place))) limit 1`,
  )
  if (found === undefined) return
  throw wrongState(
    `The campaign ${found.name} is ${found.status} and may write to this person; forget it later, or cancel the campaign.`,
  )
}

export async function forgetAudiences(person: Person): Promise<void> {
  const { owner, phone, hash } = person
  await run(
    sql`update msg_campaign_people set phone = ${hash}, contact_id = null, text = null
        where phone = ${phone} and campaign_id in (select id from msg_campaigns
          where account_id = ${owner.account_id} and mode = ${owner.mode})`,
  )
  const found = await msg_campaigns.read(
    sql`select ${msg_campaigns.selection()} from msg_campaigns
        where account_id = ${owner.account_id} and mode = ${owner.mode}
          and (cast(audience as text) like ${`%${person.contact_id}%`}
            or replace(cast(audience as text), ' ', '') like ${`%${nationalOf(person)}%`})`,
  )
  for (const { id, hospital_id, audience } of found)
    await msg_campaigns.change({ hospital_id, id }, { audience: without(person, audience) })
}

function without(person: Person, audience: Audience): Audience {
  const { contactIds, recipients } = audience
  return {
    ...audience,
    ...(contactIds === undefined
      ? {}
      : { contactIds: contactIds.filter((id) => id !== person.contact_id) }),
    ...(recipients === undefined
      ? {}
      : { recipients: recipients.filter(({ phone }) => !isTheirs(person, phone)) }),
  }
}
