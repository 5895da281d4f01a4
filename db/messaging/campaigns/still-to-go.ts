// Hours may lie between the freezing of an audience and a message to somebody in it: whoever said no
// since then gets none, and none goes under a name that an operator took back (MSG-450, MSG-456).

import { run } from '../../store/connection.ts'
import { given } from '../../store/given.ts'
import { sql } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import type { Owner } from '../caller.ts'
import { optedOutAmong, stops } from '../contacts/opt-outs.ts'
import { routing } from '../routing/operators.ts'
import { approvalOf } from '../senders/approval.ts'
import { no_skips } from './counts.ts'
import type { CampaignRow } from './rows.ts'
import type { msg_campaign_people } from './tables.ts'
import type { SkipReason } from './words.ts'

type Planned = RowOf<(typeof msg_campaign_people)['columns']>

export interface StillToGo {
  people: Planned[]
  /** What the campaign's figures become; the money of whoever falls out is released at its end. */
  changes: Partial<CampaignRow>
}

export async function stillToGo(
  owner: Owner,
  one: CampaignRow,
  planned: Planned[],
): Promise<StillToGo> {
  const out = await optedOutAmong(
    owner,
    planned.map(({ phone }) => phone),
  )
  const approval = await approvalOf(owner, one.sender_id)
  const { operators } = await routing()
  const reasonFor = ({ phone, operator }: Planned): SkipReason | null => {
    if (stops(out.get(phone), one.class)) return 'opted_out'
    const code = operator ?? 'other'
    const asks = operators.get(code)?.approval_required === true
    const may = approval.status === 'approved' && (!asks || approval.operators.has(code))
    return may ? null : 'sender_not_approved'
  }
  const people: Planned[] = []
  const left: { place: number; skipped: SkipReason }[] = []
  for (const person of planned) {
    const skipped = reasonFor(person)
    if (skipped === null) people.push(person)
    else left.push({ place: person.place, skipped })
  }
  if (left.length === 0) return { people, changes: {} }
  await run(sql`update msg_campaign_people set skipped = given.skipped, text = null
    from ${given('given', { place: 'integer', skipped: 'text' }, left)}
    where msg_campaign_people.campaign_id = ${one.id} and msg_campaign_people.place = given.place`)
  const skipped = { ...(one.skipped ?? no_skips()) }
  for (const { skipped: reason } of left) skipped[reason] += 1
  return { people, changes: { planned: one.planned - left.length, skipped } }
}
