// What somebody drops instead of letting it go (OPS-134): texts fail `cancelled` and are paid back,
// posts to webhooks are `skipped`. In pieces, while the channel is still held: whoever is cut off in
// the middle gives the same line again.

import { rows, within } from '../../store/connection.ts'
import { oneOf, raw, sql } from '../../store/sql.ts'
import type { Actor, Owner } from '../caller.ts'
import { dropPending } from '../webhooks/queue.ts'
import { endUnsubmitted } from './cancelling.ts'

const at_once = 200

/** Answers how much of what was accepted before that moment is given up. */
export async function dropAccepted(
  by: Actor,
  channel: 'sms' | 'webhooks',
  before: string,
): Promise<number> {
  if (channel === 'webhooks') return inPieces(() => dropPending(before, at_once))
  return (await dropTexts(by, before, 'queued')) + (await dropTexts(by, before, 'scheduled'))
}

/** Until a piece finds nothing more; what cannot be dropped is never found twice. */
export async function inPieces(piece: () => Promise<number>): Promise<number> {
  let all = 0
  for (;;) {
    const n = await within(piece, 'jobs')
    if (n === 0) return all
    all += n
  }
}

function dropTexts(by: Actor, before: string, status: 'queued' | 'scheduled'): Promise<number> {
  return inPieces(async () => {
    const found = await rows<Omit<Owner, 'mode'> & { id: string }>(
      sql`select id, account_id, hospital_id from msg_messages
          where mode = 'live' and status = ${raw(`'${status}'`)} and not submitted
            and created_at < ${before}
          order by account_id, id limit ${at_once}`,
    )
    let ended = 0
    for (const [account_id, texts] of Map.groupBy(found, (text) => text.account_id)) {
      const { hospital_id } = texts[0] as (typeof found)[number]
      const owner = { account_id, hospital_id, mode: 'live' as const }
      const ids = texts.map(({ id }) => id)
      ended += await endUnsubmitted(by, owner, sql`id${oneOf(ids)}`, 'cancelled')
    }
    return ended
  })
}
