// What a restore held goes on when somebody said so, and what waits until then (OPS-133, OPS-134).

import { afterCommit, row, run } from '../../connection.ts'
import { nudge } from '../../messaging/nudges.ts'
import { sql } from '../../sql.ts'
import { record } from '../audit/record.ts'
import type { Caller } from '../../caller.ts'
import { holdOne, letGo } from '../../outbound/holds.ts'
import type { Channel } from '../../outbound/words.ts'

const own: Readonly<Partial<Record<Channel, 'sms' | 'email'>>> = { sms: 'sms', mail: 'email' }

/** Answers how many messages of hospitals wait again for their turn. */
export async function releaseRestored(channel: Channel): Promise<number> {
  const name = own[channel]
  if (name === undefined) return 0
  return run(sql`update outbox_messages set status = 'QUEUED', reason = null
    where status = 'HELD' and reason = 'restored' and channel = ${name}`)
}

export async function releaseChannel(
  caller: Caller,
  channel: Channel,
  reason: string | null,
): Promise<{ released: boolean; queued: number }> {
  const released = await letGo(channel)
  const queued = await releaseRestored(channel)
  if (released) {
    record(caller, 'outbound.release', {
      entity_type: 'outbound',
      entity_label: channel,
      reason,
      changes: { queued: [null, queued] },
    })
    afterCommit(() => {
      if (channel === 'webhook') nudge('webhooks')
      else nudge('links')
    })
  }
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

export interface Waits {
  waiting: number
  oldest: string | null
  uncertain: number
}

export async function waitsIn(channel: Channel): Promise<Waits> {
  const of = {
    mail: sql`select count(*) as waiting, min(created_at) as oldest, 0 as uncertain
      from outbox_messages where channel = 'email' and status in ('QUEUED', 'HELD')`,
    webhook: sql`select count(*) as waiting, min(created_at) as oldest, 0 as uncertain
      from msg_deliveries where status = 'pending'`,
    sms: sql`select count(*) as waiting, min(created_at) as oldest,
        coalesce(sum(uncertain), 0) as uncertain
      from (
        select created_at, case when uncertain then 1 else 0 end as uncertain
        from msg_messages where mode = 'live' and status in ('scheduled', 'queued')
        union all
        select created_at, 0 as uncertain from outbox_messages
        where channel = 'sms' and status in ('QUEUED', 'HELD')
      ) as waits`,
  }[channel]
  const found = await row<{ waiting: number; oldest: string | null; uncertain: number }>(of)
  return {
    waiting: Number(found?.waiting ?? 0),
    oldest: found?.oldest ?? null,
    uncertain: Number(found?.uncertain ?? 0),
  }
}
