// In which state a client's viral load is on a day (TBC-18). Nothing is read or written.

import { plusDays, plusMonths } from '../calendar-days.ts'
import type { ViralLoadRules } from '../sheets/rows.ts'
import type { ViralLoadState } from '../words.ts'
import type { ViralLoad } from './tables.ts'

export interface ViralLoadFacts {
  /** Alive, here, and on treatment. */
  counts: boolean
  art_started_on: string | null
  last: ViralLoad | null
  /** Ordered, and no result yet. */
  pending: boolean
  pregnant: boolean
  /** Days of the sessions of adherence that were held. */
  sessions: readonly string[]
}

export interface ViralLoadFound {
  state: ViralLoadState
  due_on: string | null
  sessions_done: number
}

export function viralLoadOn(
  rules: ViralLoadRules,
  facts: ViralLoadFacts,
  day: string,
): ViralLoadFound {
  const { counts, art_started_on: started, last, pending } = facts
  if (!counts || started === null) return found('NOT_ELIGIBLE', null)
  if (pending) return found('PENDING', null)
  if (last === null) {
    const due_on = plusMonths(started, rules.first_month)
    return waiting(rules, 'NOT_ELIGIBLE', due_on, day)
  }
  if (last.value >= rules.high) return afterHigh(rules, last, facts.sessions, day)
  if (last.value >= rules.low_level) {
    return waiting(rules, 'LOW_LEVEL', plusMonths(last.on, rules.repeat_after), day)
  }
  return waiting(rules, 'SUPPRESSED', nextAfter(rules, started, last, facts.pregnant), day)
}

const found = (
  state: ViralLoadState,
  due_on: string | null,
  sessions_done = 0,
): ViralLoadFound => ({ state, due_on, sessions_done })

function waiting(
  { overdue_days }: ViralLoadRules,
  before: ViralLoadState,
  due_on: string,
  day: string,
): ViralLoadFound {
  if (day < due_on) return found(before, due_on)
  return found(day >= plusDays(due_on, overdue_days) ? 'OVERDUE' : 'DUE', due_on)
}

/** Counselled first; the repeat is counted from the last session that is needed. */
function afterHigh(
  rules: ViralLoadRules,
  last: ViralLoad,
  all: readonly string[],
  day: string,
): ViralLoadFound {
  const sessions = all.filter((on) => on >= last.on).toSorted()
  const done = sessions.length
  const needed = sessions[rules.sessions - 1]
  if (needed === undefined) return found(done === 0 ? 'HIGH' : 'COUNSELLING', null, done)
  const due_on = plusMonths(needed, rules.repeat_after)
  return found(day < due_on ? 'COUNSELLING' : 'REPEAT_DUE', due_on, done)
}

/** The first result falls near the first month, the next is due in the second, then each year. */
function nextAfter(
  { first_month, second_month, then_every, pregnant_every }: ViralLoadRules,
  started: string,
  last: ViralLoad,
  pregnant: boolean,
): string {
  if (pregnant) return plusMonths(last.on, pregnant_every)
  const half_way = first_month + Math.floor((second_month - first_month) / 2)
  return last.on < plusMonths(started, half_way)
    ? plusMonths(started, second_month)
    : plusMonths(last.on, then_every)
}
