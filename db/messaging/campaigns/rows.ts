// The row of a campaign, and what may be asked of it in each of its states (MSG 3.5).

import { isId } from '../../core/ids.ts'
import type { RowOf } from '../../store/table.ts'
import { type Owner, ownerOf } from '../caller.ts'
import { noneHere, wrongState } from '../refusals.ts'
import { msg_campaigns } from './tables.ts'
import type { CampaignState } from './words.ts'

export type CampaignRow = RowOf<(typeof msg_campaigns)['columns']>

export async function rowOf(owner: Owner, id: string, lock = false): Promise<CampaignRow> {
  const found = isId(id) ? await msg_campaigns.find({ ...ownerOf(owner), id }, { lock }) : undefined
  if (found === undefined) throw noneHere('campaign')
  return found
}

/** What people may ask of a campaign in each state. */
export const campaign_moves: Readonly<Record<CampaignState, readonly string[]>> = {
  draft: ['schedule', 'start', 'delete'],
  scheduled: ['unschedule', 'start', 'cancel'],
  preparing: ['pause', 'cancel'],
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  completed: [],
  cancelled: [],
}

export function mustAllow(one: CampaignRow, move: string): void {
  if (campaign_moves[one.status].includes(move)) return
  const left = [...campaign_moves[one.status], 'copy']
  throw wrongState(
    left.length === 1
      ? `This campaign is ${one.status}; it can be copied.`
      : `This campaign is ${one.status}. It can: ${left.join(', ')}.`,
  )
}
