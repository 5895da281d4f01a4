// Whether the machine's clock can be trusted (OPS-98, PLT-94). The time is noted each minute; a
// jump makes the check BAD for 12 hours, and what depends on dates waits.

import { type Caller, platform_id, system } from '../../core/caller.ts'
import { clock, hours, instantIn, minutes } from '../../core/clock.ts'
import { afterCommit, within } from '../../store/connection.ts'
import { record } from '../../hospital/office/audit/record.ts'
import { conflict } from '../../core/refusal.ts'
import { deployment } from './tables.ts'
import { theDeployment } from './terms.ts'

export interface ClockState {
  state: 'OK' | 'BAD'
  since: string | null
  until: string | null
  /** How far the clock jumped; negative is back. */
  difference_ms: number | null
}

export const back_max_ms = minutes(5)
export const ahead_max_ms = hours(24)
const bad_ms = hours(12)

/** What one daemon noted last. The clocks of two machines are not compared with each other. */
export interface Noted {
  deployment_id: string
  at: string
}
const noted_here: Noted = { deployment_id: '', at: '' }

/**
 * Each minute and at the start, on every daemon: compares with what it noted last; the first time
 * with what the house before it noted. True when the clock has just jumped.
 */
export async function noteTime(own: Noted = noted_here): Promise<boolean> {
  const { id } = await theDeployment()
  const found = await within(() => compare(id, own), 'jobs')
  Object.assign(own, { deployment_id: id, at: found.now })
  // Whoever said that the time is right may have said it to another daemon, or nobody had to.
  if (!found.bad && clock.leadMs() > back_max_ms) clock.trust()
  return found.jumped
}

interface Compared {
  now: string
  jumped: boolean
  bad: boolean
}

async function compare(id: string, own: Noted): Promise<Compared> {
  const before = await deployment.find({ id }, { lock: true })
  const now = clock.instant()
  const last = own.deployment_id === id ? own.at : (before?.clock_noted_at ?? null)
  const difference = last === null ? 0 : clock.ms() - Date.parse(last)
  // Across a start too: what was stamped before stays before.
  if (last !== null && difference < 0) clock.steadyFrom(last)
  const jumped = difference < -back_max_ms || difference > ahead_max_ms
  await deployment.change(
    { id },
    {
      clock_noted_at: now,
      ...(jumped
        ? {
            clock_bad_since: now,
            clock_bad_until: instantIn(bad_ms),
            clock_difference_ms: difference,
            clock_reason: null,
          }
        : {}),
    },
  )
  if (jumped) {
    record(system(platform_id), 'clock.jumped', {
      entity_type: 'deployment',
      entity_id: id,
      changes: { time: [last, now] },
    })
  }
  const bad_until = before?.clock_bad_until ?? null
  return { now, jumped, bad: jumped || (bad_until !== null && bad_until > now) }
}

export async function clockState(): Promise<ClockState> {
  const found = await deployment.findAnywhere({})
  const until = found?.clock_bad_until ?? null
  const bad = until !== null && until > clock.instant()
  return {
    state: bad ? 'BAD' : 'OK',
    since: bad ? (found?.clock_bad_since ?? null) : null,
    until: bad ? until : null,
    difference_ms: bad ? (found?.clock_difference_ms ?? null) : null,
  }
}

/** The latest that was noted or stamped: nothing is stamped before it (OPS-98). */
export async function highWater(): Promise<string> {
  const noted = (await deployment.findAnywhere({}))?.clock_noted_at ?? ''
  const stamped = instantIn(clock.leadMs())
  return noted > stamped ? noted : stamped
}

/** Somebody looked at the time and says that it is right. */
export async function acceptClock(caller: Caller, reason: string): Promise<ClockState> {
  const before = await clockState()
  if (before.state === 'OK') throw conflict('The clock is trusted already.')
  const { id } = await theDeployment()
  await deployment.change({ id }, { clock_bad_until: null, clock_reason: reason })
  record(caller, 'clock.accept', {
    entity_type: 'deployment',
    entity_id: id,
    from_state: 'BAD',
    to_state: 'OK',
    reason,
  })
  afterCommit(() => clock.trust())
  return clockState()
}
