// What an operator says to the parts that are with it, and what that means for them (MSG-317, MSG-335,
// MSG-376).

import { clock } from '../../../db/core/clock.ts'
import type { PartAnswer, Settled } from '../../../db/messaging/drain/answers.ts'
import type { LinkRow } from '../../../db/messaging/drain/facts.ts'
import type { Queued } from '../../../db/messaging/drain/queued.ts'
import { rejectionReason } from '../../../db/messaging/drain/words.ts'
import type { Outcome, Place } from '../operators/way.ts'
import { keyOf } from './step.ts'

const temporary_most = 20
const temporary_wait_max_ms = 60_000
const throttled_wait_ms = 1000
const unsent_wait_ms = 1000
const late_kept_max = 10_000

export class Replies {
  private readonly in_flight = new Map<string, PartAnswer>()
  /** Given up as unknown; an answer that is late is still taken. */
  private readonly overdue = new Map<string, PartAnswer>()
  private readonly error_map: () => LinkRow['error_map']

  constructor(error_map: () => LinkRow['error_map']) {
    this.error_map = error_map
  }

  await(place: Place, part_id: string, facts: Queued): void {
    this.in_flight.set(keyOf(place), { part_id, facts, settled: { state: 'unknown' } })
  }

  /** Undefined: nobody waits for it. */
  answered(place: Place, outcome: Outcome): PartAnswer | undefined {
    const key = keyOf(place)
    const open = this.in_flight.get(key)
    if (open === undefined) return undefined
    this.in_flight.delete(key)
    if (outcome.kind === 'unknown') this.remember(key, open)
    const follows = 'follows' in outcome ? outcome.follows : undefined
    return {
      ...open,
      settled: this.settledBy(outcome, open),
      ...(follows === undefined ? {} : { follows }),
    }
  }

  late(place: Place, outcome: Outcome): PartAnswer | undefined {
    const key = keyOf(place)
    const open = this.overdue.get(key)
    this.overdue.delete(key)
    if (open === undefined || outcome.kind === 'unknown' || outcome.kind === 'unsent')
      return undefined
    return { ...open, settled: this.settledBy(outcome, open), late: true }
  }

  private remember(key: string, open: PartAnswer): void {
    if (this.overdue.size >= late_kept_max) {
      const [oldest] = this.overdue.keys()
      if (oldest !== undefined) this.overdue.delete(oldest)
    }
    this.overdue.set(key, open)
  }

  private settledBy(outcome: Outcome, { facts }: PartAnswer): Settled {
    const later = (ms: number) => new Date(clock.ms() + ms).toISOString()
    switch (outcome.kind) {
      case 'accepted':
        return { state: 'accepted', operator_message_id: outcome.id }
      case 'throttled':
        return {
          state: 'waiting',
          code: outcome.code,
          due_at: later(throttled_wait_ms),
          tried: false,
        }
      case 'unsent':
        return { state: 'waiting', code: null, due_at: later(unsent_wait_ms), tried: false }
      case 'later': {
        const { tries } = facts as Queued
        if (tries + 1 >= temporary_most)
          return { state: 'rejected', code: outcome.code, reason: 'operator_error' }
        const wait_ms = Math.min(1000 * 2 ** Math.min(tries, 6), temporary_wait_max_ms)
        return { state: 'waiting', code: outcome.code, due_at: later(wait_ms), tried: true }
      }
      case 'rejected':
        return {
          state: 'rejected',
          code: outcome.code,
          reason: rejectionReason(this.error_map(), outcome.code, outcome.reason),
        }
      case 'unknown':
        return { state: 'unknown' }
    }
  }
}
