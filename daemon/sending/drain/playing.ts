// The simulators' receipts that are due.

import { clock } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { nextHappening, playDue } from '../../../db/messaging/drain/simulated.ts'
import type { LinkWork } from './link-work.ts'

const play_at_once = 500

export async function playAll(
  link_id: string,
  work: LinkWork,
  stopping: () => boolean,
): Promise<void> {
  const of = { link_id, mode: 'live' } as const
  const next = await nextHappening(of)
  if (next === null || next > clock.instant()) return
  for (;;) {
    const now = clock.instant()
    const link = { id: link_id, receipts: work.row.receipts, error_map: work.row.error_map }
    const played = await within(() => playDue(of, link, now, play_at_once), 'jobs')
    if (played < play_at_once || stopping()) return
  }
}
