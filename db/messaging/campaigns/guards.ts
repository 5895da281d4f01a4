// What must hold before a campaign is scheduled or started (MSG 3.5, MSG-454).

import { row } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import type { MessagingCaller, Owner } from '../caller.ts'
import { bareWord } from '../opt-out-words.ts'
import { wrong } from '../refusals.ts'
import { mustBeApproved } from '../senders/approval.ts'
import { setting } from '../settings/settings.ts'
import type { Bodies } from '../templates/words.ts'
import { linkBase, namesIn } from './audience.ts'
import { bodiesOf, type Sum, sumOf } from './preview.ts'
import type { CampaignRow } from './rows.ts'

export async function guarded(owner: MessagingCaller, one: CampaignRow): Promise<Sum> {
  await mustBeApproved(owner, one.sender_id)
  const bodies = await bodiesOf(owner, one)
  const names = namesIn(bodies)
  if (names.includes('optOutUrl') && (await linkBase()) === null)
    throw wrong('message', 'message holds {{optOutUrl}}, and this deployment has no public_url.')
  if (one.class === 'promotional') await mustHaveWayOut(owner, one, bodies, names)
  const sum = await sumOf(owner, one)
  if (sum.audience === 0) throw wrong('audience', 'audience holds nobody.')
  return sum
}

/** MSG-454. */
async function mustHaveWayOut(
  { account_id }: Owner,
  { sender_id }: CampaignRow,
  bodies: Bodies,
  names: readonly string[],
): Promise<void> {
  if (names.includes('optOutUrl')) return
  const words = (await setting('opt_out_words')).map(bareWord)
  const said = [bodies.sw, bodies.en].every((body) => {
    if (body === undefined) return true
    const found = bareWord(body).split(' ')
    return found.some((word) => words.includes(word)) && /\b\d{4,15}\b/.test(body)
  })
  if (said) return
  const own = await row(
    sql`select 1 as yes from msg_inbound_numbers
        where account_id = ${account_id} and number = ${sender_id}`,
  )
  if (own === undefined)
    throw wrong('message', 'Add {{optOutUrl}} or a reply number with ACHA or STOP.')
}
