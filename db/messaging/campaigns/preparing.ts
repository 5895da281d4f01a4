// The audience of a campaign, frozen when it starts (MSG-471): read in pieces, each written in a
// transaction of its own, and let go when somebody moved the campaign meanwhile.

import { insertBulk } from '../../store/bulk.ts'
import { run, within } from '../../store/connection.ts'
import { isRefusal } from '../../core/refusal.ts'
import { sql } from '../../store/sql.ts'
import { type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { peopleOf } from './audience.ts'
import { no_skips } from './counts.ts'
import { reserve } from './money.ts'
import { letterOf } from './preview.ts'
import { type CampaignRow, rowOf } from './rows.ts'
import { msg_campaign_people, msg_campaigns } from './tables.ts'

/** Frozen anew from the beginning where a kill came in between: no message has been made yet. */
export async function prepare(owner: MessagingCaller, id: string): Promise<void> {
  const one = await within(() => begin(owner, id), 'jobs')
  if (one === null) return
  const skipped = no_skips()
  let place = 0
  let planned = 0
  let cost = 0
  for await (const people of peopleOf(owner, await letterOf(owner, one))) {
    const first = place
    for (const person of people) {
      if (person.skipped === null) {
        planned += 1
        cost += person.cost
      } else skipped[person.skipped] += 1
    }
    place += people.length
    const kept = await within(async () => {
      if ((await unmoved(owner, one)) === null) return false
      await insertBulk(
        msg_campaign_people,
        { campaign_id: id, hospital_id: owner.hospital_id },
        people.map((person, at) => ({ ...person, place: first + at })),
      )
      return true
    }, 'jobs')
    if (!kept) return
  }
  await within(async () => {
    const latest = await unmoved(owner, one)
    if (latest === null) return
    const figures = { audience_count: place, skipped, planned, estimated: cost }
    try {
      await reserve(owner, latest, cost)
      await msg_campaigns.change({ ...ownerOf(owner), id }, { ...figures, status: 'running' })
    } catch (error) {
      if (!isRefusal(error)) throw error
      await forgetPeople(id)
      await msg_campaigns.change(
        { ...ownerOf(owner), id },
        { ...figures, status: 'paused', pause_reason: 'insufficient_funds' },
      )
    }
  }, 'jobs')
}

/** A preparation of its own: whoever froze this audience before, here or elsewhere, writes no more. */
async function begin(owner: Owner, id: string): Promise<CampaignRow | null> {
  const found = await rowOf(owner, id, true)
  if (found.status !== 'preparing') return null
  await forgetPeople(id)
  await msg_campaigns.change({ ...ownerOf(owner), id }, { status: 'preparing' })
  return rowOf(owner, id)
}

/** Locked; null once somebody paused it, ended it or began to prepare it anew. */
async function unmoved(owner: Owner, one: CampaignRow): Promise<CampaignRow | null> {
  const latest = await rowOf(owner, one.id, true)
  return latest.status === 'preparing' && latest.version === one.version ? latest : null
}

/** Half an audience is none: what is let go on later is frozen from its beginning. */
export const forgetPeople = (id: string): Promise<number> =>
  run(sql`delete from msg_campaign_people where campaign_id = ${id}`)
