// The operator that needs no network: its answers are known at once, what it owes after them goes
// into the tables with them (MSG 4.13).

import { clock } from '../../../db/core/clock.ts'
import { answerTo, type Simulator } from '../../../db/messaging/drain/simulated.ts'
import type { Outcome, Place, Submission, Way, WayEvents } from './way.ts'

const window = 1000
const sequence_max = 0x7fffffff

export class SimulatorLink implements Way {
  readonly whole = false
  readonly capacity = window
  private readonly settings: Simulator & { latency_ms: number }
  private readonly events: WayEvents
  private open = 0
  private sequence = 0
  private going = false

  constructor(settings: Simulator & { latency_ms: number }, events: WayEvents) {
    this.settings = settings
    this.events = events
  }

  start(): void {
    this.going = true
    this.events.state('up', 'the simulator is always there')
    this.events.ready()
  }

  async stop(): Promise<void> {
    this.going = false
    while (this.open > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    this.events.state('stopped', 'stopped')
  }

  free(): number {
    return this.going ? window - this.open : 0
  }

  reserve(count: number): Place[] {
    const taken = Math.min(count, this.free())
    this.open += taken
    return Array.from({ length: taken }, () => {
      this.sequence = this.sequence >= sequence_max ? 1 : this.sequence + 1
      return { bind: 0, sequence: this.sequence }
    })
  }

  release(): void {
    this.open -= 1
  }

  unanswered(): number {
    return this.open
  }

  submit(place: Place, one: Submission): void {
    setTimeout(() => {
      this.open -= 1
      this.events.answered(place, this.outcomeOf(one))
    }, this.settings.latency_ms)
  }

  private outcomeOf(one: Submission): Outcome {
    const now = clock.ms()
    const { settled, follows } = answerTo(
      {
        phone: one.to,
        text: one.text,
        number: one.number,
        parts: one.parts,
        attempts: one.attempts,
        waited_ms: one.waited_ms,
        valid_until: new Date(now + one.valid_for_s * 1000).toISOString(),
      },
      this.settings,
      now,
    )
    switch (settled.state) {
      case 'accepted':
        return { kind: 'accepted', id: settled.operator_message_id, follows }
      case 'unknown':
        return { kind: 'unknown', why: 'no answer', follows }
      case 'waiting':
        return { kind: 'throttled', code: settled.code ?? '' }
      case 'rejected':
        return { kind: 'rejected', code: settled.code, reason: settled.reason }
    }
  }
}
