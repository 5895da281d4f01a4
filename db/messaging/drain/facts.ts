// What the drain goes by, read again every second: links, who they serve, what is paused (MSG-206,
// MSG-306, MSG-308).

import { clock } from '../../core/clock.ts'
import { rows } from '../../store/connection.ts'
import { isHeld } from '../../appliance/outbound/holds.ts'
import { oneOf, sql } from '../../store/sql.ts'
import type { QuietHours } from '../quiet-hours.ts'
import { allOperators, type Operator } from '../routing/operators.ts'
import { enabledRoutes, type LinkRow, standingLinks } from '../routing/link-states.ts'
import { settings } from '../settings/settings.ts'

export type { LinkRow } from '../routing/link-states.ts'

export interface Facts {
  paused: boolean
  promotional_share: number
  links: ReadonlyMap<string, LinkRow>
  operators: ReadonlyMap<string, Operator>
  /** Of each link, the operators and lanes that go over it now. */
  serves: ReadonlyMap<string, readonly { operator: string; lane: number }[]>
}

const classes = ['otp', 'transactional', 'promotional'] as const

export async function readFacts(): Promise<Facts> {
  const [known, held, links, operators, routes] = await Promise.all([
    settings(),
    isHeld('sms'),
    standingLinks(),
    allOperators(),
    enabledRoutes(),
  ])
  const by_id = new Map(links.map((link) => [link.id, link]))
  const usable = (link: LinkRow): boolean =>
    link.enabled && !isGone(link, known.failover_after_seconds)
  const serves = new Map<string, { operator: string; lane: number }[]>()
  for (const { code, status } of operators) {
    if (status === 'paused') continue
    const own = routes.filter(({ operator_code }) => operator_code === code)
    for (const [lane, name] of classes.entries()) {
      const ways = own
        .filter((route) => route.classes.length === 0 || route.classes.includes(name))
        .flatMap(({ link_id }) => by_id.get(link_id) ?? [])
      const link = ways.find(usable) ?? ways[0]
      if (link !== undefined)
        serves.set(link.id, [...(serves.get(link.id) ?? []), { operator: code, lane }])
    }
  }
  return {
    paused: known.gateway_paused || held,
    promotional_share: known.promotional_share,
    links: by_id,
    operators: new Map(operators.map((one) => [one.code, one])),
    serves,
  }
}

/** Down, refused or stopped for so long that the next route has its turn. */
function isGone(link: LinkRow, after_s: number): boolean {
  if (link.state === 'up' || link.state === 'throttled' || link.state === 'connecting') return false
  const since = link.state_since === null ? 0 : Date.parse(link.state_since)
  return clock.ms() - since >= after_s * 1000
}

export interface Turn {
  weight: number
  /** Nothing of it goes now. */
  held: boolean
  quiet_hours: QuietHours
  time_zone: string
}

/** Weight, pause and quiet hours of accounts: one statement. */
export async function turnsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Turn>> {
  if (ids.length === 0) return new Map()
  const { quiet_hours, time_zone } = await settings()
  const found = await rows<{
    id: string
    weight: number
    paused: unknown
    quiet_hours: string | null
    time_zone: string | null
    status: string | null
  }>(sql`select a.id, a.weight, a.paused, a.quiet_hours, a.time_zone, b.status
    from msg_accounts a left join msg_businesses b on b.id = a.business_id where a.id${oneOf(ids)}`)
  return new Map(
    found.map((one) => [
      one.id,
      {
        weight: one.weight,
        held: Boolean(one.paused) || one.status !== 'active',
        quiet_hours:
          one.quiet_hours === null ? quiet_hours : (JSON.parse(one.quiet_hours) as QuietHours),
        time_zone: one.time_zone ?? time_zone,
      },
    ]),
  )
}

export interface CampaignTurn {
  /** Paused or over: nothing more of it is submitted (MSG 3.5). */
  held: boolean
  ignore_quiet_hours: boolean
  max_per_minute: number | null
}

export async function campaignTurnsOf(
  ids: readonly string[],
): Promise<ReadonlyMap<string, CampaignTurn>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{
    id: string
    status: string
    ignore_quiet_hours: unknown
    max_per_minute: number | null
  }>(sql`select id, status, ignore_quiet_hours, max_per_minute from msg_campaigns
    where id${oneOf(ids)}`)
  return new Map(
    found.map(({ id, status, ignore_quiet_hours, max_per_minute }) => [
      id,
      {
        held: status === 'paused' || status === 'cancelled',
        ignore_quiet_hours: Boolean(ignore_quiet_hours),
        max_per_minute,
      },
    ]),
  )
}

/** When the last of a campaign's messages left, since a moment: what a restart would forget. */
export async function lastMinuteOf(campaign_id: string, since: string): Promise<string[]> {
  const found = await rows<{ at: string }>(sql`
    select p.submitted_at as at from msg_messages m
    join msg_parts p on p.message_id = m.id and p.number = 1
    where m.campaign_id = ${campaign_id} and p.submitted_at > ${since}
    order by p.submitted_at limit 100000`)
  return found.map(({ at }) => at)
}
