// A campaign as it is shown, with its counts and its money (MSG 2.16, MSG-476).

import { rows } from '../../store/connection.ts'
import { toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { oneOf, sql } from '../../store/sql.ts'
import { campaign_moves, type CampaignRow } from './rows.ts'
import type { Campaign } from './shapes.ts'
import { skip_reasons, type Skipped } from './words.ts'

export const no_skips = (): Skipped =>
  Object.fromEntries(skip_reasons.map((reason) => [reason, 0])) as Skipped

export interface States {
  by_status: Map<string, number>
  refunded: number
}

/** Counted from the messages themselves, so that the sums always hold (MSG-476). */
export async function statesOf(ids: readonly string[]): Promise<Map<string, States>> {
  const states = new Map<string, States>()
  if (ids.length === 0) return states
  const found = await rows<{ campaign_id: string; status: string; n: number; refunded: number }>(
    sql`select campaign_id, status, count(*) as n, sum(refunded) as refunded from msg_messages
        where campaign_id${oneOf(ids)} group by campaign_id, status`,
  )
  for (const { campaign_id, status, n, refunded } of found) {
    const known = states.get(campaign_id) ?? { by_status: new Map(), refunded: 0 }
    known.by_status.set(status, Number(n))
    known.refunded += Number(refunded)
    states.set(campaign_id, known)
  }
  return states
}

export function countsOf(one: CampaignRow, states: States | undefined): Campaign['counts'] {
  const of = (...names: string[]): number =>
    names.reduce((sum, name) => sum + (states?.by_status.get(name) ?? 0), 0)
  return {
    audience: one.audience_count,
    skipped: one.skipped ?? no_skips(),
    planned: one.planned,
    created: one.created,
    queued: of('queued', 'scheduled'),
    sent: of('sent'),
    delivered: of('delivered'),
    failed: of('failed'),
    expired: of('expired'),
  }
}

export function shown(one: CampaignRow, states: States | undefined): Campaign {
  const major = (minor: number): number => toMajor(minor, currencyOf(one.currency))
  return {
    id: one.id,
    name: one.name,
    status: one.status,
    pauseReason: one.pause_reason,
    class: one.class,
    senderId: one.sender_id,
    message: one.message,
    templateId: one.template_id,
    audience: one.audience as Campaign['audience'],
    scheduleAt: one.schedule_at,
    validitySeconds: one.validity_s,
    reference: one.reference,
    callbackUrl: one.callback_url,
    smartEncoding: one.smart_encoding,
    ignoreQuietHours: one.ignore_quiet_hours,
    maxPerMinute: one.max_per_minute,
    counts: countsOf(one, states),
    money: {
      estimated: major(one.estimated),
      reserved: major(one.reserved),
      charged: major(one.charged),
      refunded: major(states?.refunded ?? 0),
      currency: one.currency,
    },
    moves: [...campaign_moves[one.status]],
    startedAt: one.started_at,
    completedAt: one.completed_at,
    version: one.version,
    createdAt: one.created_at,
    updatedAt: one.updated_at,
  }
}
