// The rates that this daemon keeps together with others: asked with every slice, and what the others
// let go is told to the paces here, so that hardly anything is asked for in vain (MSG-306).

import { clock } from '../../../db/core/clock.ts'
import type { Gate, Intent } from '../../../db/messaging/drain/intents.ts'
import { type Ask, type Heard, letGo, type Rate } from '../../../db/messaging/drain/joint-paces.ts'
import { minute_ms } from '../operators/minute-pace.ts'
import type { Pace } from '../operators/pace.ts'
import type { Holds } from './holds.ts'

export interface Claim {
  let?: Gate
  /** After the transaction: the parts that were held back. */
  learn(): ReadonlySet<string>
}

/** A second counted longer still than for one daemon: what was let go leaves when it is committed. */
const window_ms = 1100

const alone: Claim = { learn: () => new Set() }
const of_operator = 'operator '
const of_campaign = 'campaign '

interface Asked extends Ask {
  intents: readonly Intent[]
}

export class JointPaces {
  private readonly daemon: string
  private readonly operatorPace: (code: string) => Pace | null
  private readonly holds: Holds
  private readonly seen = new Map<string, number>()
  /** Whether another daemon drains beside this one; looked at every second. */
  together = false

  constructor(daemon: string, operatorPace: (code: string) => Pace | null, holds: Holds) {
    this.daemon = daemon
    this.operatorPace = operatorPace
    this.holds = holds
  }

  claim(): Claim {
    if (!this.together) return alone
    const held_back = new Set<string>()
    let heard: readonly Heard[] = []
    return {
      let: async (intents) => {
        const asked = this.asked(intents)
        const rates = this.ratesOf(asked)
        if (rates.length === 0) return intents
        const verdict = await letGo(this.daemon, rates, asked, this.seen)
        heard = verdict.heard
        for (const [at, { intents: parts }] of asked.entries())
          if (verdict.goes[at] !== true) for (const { part_id } of parts) held_back.add(part_id)
        for (const { part_id, message, number, resumed } of intents)
          if (held_back.has(part_id) && !resumed && number === 1)
            this.holds.minuteOf(message)?.takeBack()
        return intents.filter(({ part_id }) => !held_back.has(part_id))
      },
      learn: () => {
        for (const one of heard) this.hear(one)
        return held_back
      },
    }
  }

  /** A message that begins is asked for as a whole, so that none of its parts is forgotten. */
  private asked(intents: readonly Intent[]): Asked[] {
    const groups = Map.groupBy(intents, ({ message, part_id, resumed }) =>
      resumed ? part_id : message.message_id,
    )
    return [...groups.values()].map((parts) => ({ intents: parts, keys: this.keysOf(parts) }))
  }

  private keysOf(parts: readonly Intent[]): Ask['keys'] {
    const [first] = parts
    if (first === undefined) return []
    const { message, resumed } = first
    const segments = parts.reduce((sum, one) => sum + one.segments, 0)
    return [
      ...(this.operatorPace(message.operator) === null
        ? []
        : [{ key: of_operator + message.operator, count: segments }]),
      ...(resumed || this.holds.minuteOf(message) === null
        ? []
        : [{ key: of_campaign + message.campaign_id, count: 1 }]),
    ]
  }

  private ratesOf(asked: readonly Asked[]): Rate[] {
    const keys = new Set(asked.flatMap((one) => one.keys.map(({ key }) => key)))
    return [...keys].flatMap((key): Rate[] => {
      if (key.startsWith(of_operator)) {
        const most = this.operatorPace(key.slice(of_operator.length))?.most
        return most === undefined ? [] : [{ key, most, window_ms, now_ms: null }]
      }
      const most = this.holds.paceOf(key.slice(of_campaign.length))?.per_minute
      return most === undefined ? [] : [{ key, most, window_ms: minute_ms, now_ms: clock.ms() }]
    })
  }

  private hear({ key, ago_ms, count }: Heard): void {
    if (key.startsWith(of_operator))
      this.operatorPace(key.slice(of_operator.length))?.heard(performance.now() - ago_ms, count)
    else this.holds.paceOf(key.slice(of_campaign.length))?.heard(clock.ms() - ago_ms, count)
  }
}
