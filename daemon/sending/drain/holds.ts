// Why a message that is in hand may not leave now: its account or its campaign is paused, its hour is
// quiet, its campaign has had its minute (MSG-306, MSG-308, MSG-478).

import { clock, days, minutes } from '../../../db/core/clock.ts'
import {
  type CampaignTurn,
  campaignTurnsOf,
  lastMinuteOf,
  type Turn,
  turnsOf,
} from '../../../db/messaging/drain/facts.ts'
import type { Queued } from '../../../db/messaging/drain/queued.ts'
import { isQuiet, nextOpening } from '../../../db/messaging/quiet-hours.ts'
import { lanes } from '../../../db/messaging/messages/words.ts'
import { MinutePace } from '../operators/minute-pace.ts'

export type Hold =
  /** Nothing is due of it before somebody lets it go on. */
  | { why: 'paused' }
  | { why: 'quiet'; until: string }
  | { why: 'minute'; campaign_id: string; per_minute: number; from_ms: number }

interface Account {
  turn: Turn
  asked_ms: number
  /** Whether this minute of the clock is quiet. */
  minute: number
  quiet: boolean
}

interface Campaign {
  turn: CampaignTurn
  asked_ms: number
  pace: MinutePace | null
}

/** What nobody has asked for in so long is not read again every second. */
const kept_ms = minutes(2)

export class Holds {
  private readonly accounts = new Map<string, Account>()
  private readonly campaigns = new Map<string, Campaign>()

  /** Reads again what is in use. */
  async refresh(): Promise<void> {
    const now = performance.now()
    for (const map of [this.accounts, this.campaigns])
      for (const [id, { asked_ms }] of map) if (now - asked_ms > kept_ms) map.delete(id)
    await this.readAccounts([...this.accounts.keys()])
    await this.readCampaigns([...this.campaigns.keys()])
  }

  async askAccounts(ids: readonly string[]): Promise<void> {
    const wanted = [...new Set(ids)]
    await this.readAccounts(wanted)
    for (const id of wanted) {
      const known = this.accounts.get(id)
      if (known !== undefined) known.asked_ms = performance.now()
    }
  }

  async askCampaigns(ids: readonly (string | null)[]): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => id !== null)
    await this.readCampaigns(wanted.filter((id) => !this.campaigns.has(id)))
    for (const id of wanted) {
      const known = this.campaigns.get(id)
      if (known !== undefined) known.asked_ms = performance.now()
    }
  }

  turnOf(account_id: string): Turn | undefined {
    return this.accounts.get(account_id)?.turn
  }

  /** Until when nothing promotional of this account leaves; null: it may leave now. */
  quietUntil(account_id: string): string | null {
    const known = this.accounts.get(account_id)
    if (known === undefined) return null
    const now = clock.now()
    const minute = Math.floor(now.getTime() / minutes(1))
    const { quiet_hours, time_zone } = known.turn
    if (known.minute !== minute) {
      known.quiet = isQuiet(quiet_hours, time_zone, now)
      known.minute = minute
    }
    if (!known.quiet) return null
    const opens = nextOpening(quiet_hours, time_zone, now)
    return (opens ?? new Date(now.getTime() + days(7))).toISOString()
  }

  of(message: Queued): Hold | null {
    if (this.turnOf(message.account_id)?.held === true) return { why: 'paused' }
    const campaign =
      message.campaign_id === null ? undefined : this.campaigns.get(message.campaign_id)
    if (isBegun(message)) return null
    if (message.lane === lanes.promotional && campaign?.turn.ignore_quiet_hours !== true) {
      const until = this.quietUntil(message.account_id)
      if (until !== null) return { why: 'quiet', until }
    }
    if (campaign === undefined || message.parts !== null) return null
    if (campaign.turn.held) return { why: 'paused' }
    const { pace, turn } = campaign
    if (pace === null || pace.room(clock.ms()) > 0) return null
    return {
      why: 'minute',
      campaign_id: message.campaign_id ?? '',
      per_minute: turn.max_per_minute ?? 1,
      from_ms: pace.opensAt(clock.ms()),
    }
  }

  /** It is going now. */
  spend(message: Queued): void {
    this.minuteOf(message)?.spend(clock.ms())
  }

  /** Of a campaign that is in use. */
  paceOf(campaign_id: string): MinutePace | null {
    return this.campaigns.get(campaign_id)?.pace ?? null
  }

  /** The pace of its campaign, when it counts there: a message counts when its first part goes. */
  minuteOf({ campaign_id, parts }: Queued): MinutePace | null {
    if (campaign_id === null || parts !== null) return null
    return this.campaigns.get(campaign_id)?.pace ?? null
  }

  private async readAccounts(ids: readonly string[]): Promise<void> {
    const found = await turnsOf(ids)
    for (const id of ids) {
      const turn = found.get(id)
      const asked_ms = this.accounts.get(id)?.asked_ms ?? performance.now()
      if (turn !== undefined) this.accounts.set(id, { turn, asked_ms, minute: 0, quiet: false })
    }
  }

  private async readCampaigns(ids: readonly string[]): Promise<void> {
    for (const [id, turn] of await campaignTurnsOf(ids)) {
      const known = this.campaigns.get(id)
      const pace = await this.openPace(id, turn, known?.pace ?? null)
      this.campaigns.set(id, { turn, asked_ms: known?.asked_ms ?? performance.now(), pace })
    }
  }

  private async openPace(
    id: string,
    { max_per_minute }: CampaignTurn,
    known: MinutePace | null,
  ): Promise<MinutePace | null> {
    if (max_per_minute === null) return null
    if (known !== null) {
      known.set(max_per_minute)
      return known
    }
    const pace = new MinutePace(max_per_minute)
    const since = new Date(clock.ms() - minutes(1)).toISOString()
    for (const at of await lastMinuteOf(id, since)) pace.spend(Date.parse(at))
    return pace
  }
}

/** Its first part is with the operator already: the rest belongs to it. */
const isBegun = ({ parts }: Queued): boolean =>
  parts !== null && !parts.some(({ number }) => number === 1)
