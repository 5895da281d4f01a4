// What a restore held goes on when somebody said so, and what waits until then (OPS-133, OPS-134).

import { afterCommit, run } from '../../../store/connection.ts'
import { nudge } from '../../../messaging/nudges.ts'
import { sql } from '../../../store/sql.ts'
import { record } from '../audit/record.ts'
import type { Caller } from '../../../core/caller.ts'
import { settleHere } from '../../../appliance/house/machines.ts'
import { holdOne, holds, letGo } from '../../../appliance/outbound/holds.ts'
import type { Channel } from '../../../appliance/outbound/words.ts'

/** Answers how many messages of hospitals wait again for their turn. */
export async function releaseRestored(channel: Channel): Promise<number> {
  if (channel === 'webhooks') return 0
  return run(sql`update outbox_messages set status = 'QUEUED', reason = null
    where status = 'HELD' and reason = 'restored' and channel = ${channel}`)
}

/** What was given up before, for the record. */
export interface Dropped {
  count: number
  before: string
}

export async function releaseChannel(
  caller: Caller,
  channel: Channel,
  reason: string | null,
  dropped: Dropped | null = null,
): Promise<{ released: boolean; queued: number }> {
  const released = await letGo(channel)
  const queued = await releaseRestored(channel)
  if (released) {
    record(caller, 'outbound.release', {
      entity_type: 'outbound',
      entity_label: channel,
      reason,
      changes: {
        queued: [null, queued],
        ...(dropped === null
          ? {}
          : { dropped: [null, dropped.count], before: [null, dropped.before] }),
      },
    })
    afterCommit(() => {
      if (channel === 'webhooks') nudge('webhooks')
      else nudge(channel === 'whatsapp' ? 'whatsapp' : 'links')
    })
  }
  return { released, queued }
}

/** OPS-136: the data run here now. What a restore or a person holds stays held. */
export async function releaseMoved(
  caller: Caller,
  reason: string | null,
): Promise<{ released: Channel[]; queued: number }> {
  const moved = (await holds()).filter(({ cause }) => cause === 'moved')
  const released: Channel[] = []
  let queued = 0
  for (const { channel } of moved) {
    const one = await releaseChannel(caller, channel, reason)
    if (one.released) released.push(channel)
    queued += one.queued
  }
  await settleHere()
  record(caller, 'outbound.moved', { entity_type: 'outbound', entity_label: 'moved', reason })
  return { released, queued }
}

/** OPS-133: what is accepted from now on waits. */
export async function holdChannel(
  caller: Caller,
  channel: Channel,
  reason: string | null,
): Promise<boolean> {
  const held = await holdOne(channel, caller.name, 'asked')
  if (held) {
    record(caller, 'outbound.hold', {
      entity_type: 'outbound',
      entity_label: channel,
      reason,
    })
  }
  return held
}
