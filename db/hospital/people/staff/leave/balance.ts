// What somebody has left of a type of leave (HR-70 to HR-72): reckoned anew from the day of hiring, so
// that no job that failed to run makes it wrong.

import { nextDay } from '../../../../core/clock.ts'
import { monthsOn } from '../../../office/plans/days.ts'
import { common, cyclesTo, daysIn, monthsServed, type Span } from './days.ts'

export interface TypeRules {
  code: string
  days: number
  basis: 'CALENDAR' | 'WORKING'
  cycle_months: number
  accrual: 'MONTHLY' | 'AT_START' | 'PER_EVENT'
  carry_over_days: number
  carry_over_months: number
}
export interface Off extends Span {
  half: boolean
  /** It has begun. */
  taken: boolean
}
export interface Entered {
  date: string
  kind: 'OPENING' | 'ADJUST'
  days: number
}
export interface Balance {
  cycle_starts: string
  cycle_ends: string
  opening: number
  accrued: number
  carried: number
  adjusted: number
  taken: number
  booked: number
  lapsed: number
  available: number
}

/** In hundredths of days, as it stands on a day of its cycle. */
export function balanceOn(
  type: TypeRules,
  hired_on: string,
  as_of: string,
  offs: readonly Off[],
  entries: readonly Entered[],
  free: ReadonlySet<string>,
): Balance {
  let left = 0
  let found: Balance | undefined
  const cycles = cyclesTo(hired_on, type.cycle_months, as_of)
  for (const [at, cycle] of cycles.entries()) {
    const is_last = at === cycles.length - 1
    const on = is_last ? as_of : cycle.ends_on
    const carried = at === 0 ? 0 : Math.min(Math.max(left, 0), type.carry_over_days)
    found = inCycle(type, cycle, on, carried, offs, entries, free)
    left = found.available
  }
  return found as Balance
}

function inCycle(
  type: TypeRules,
  cycle: Span,
  on: string,
  carried: number,
  offs: readonly Off[],
  entries: readonly Entered[],
  free: ReadonlySet<string>,
): Balance {
  const own = offs.flatMap((off) => {
    const part = common(off, cycle)
    return part === undefined ? [] : [{ ...off, ...part }]
  })
  const of = (which: readonly Off[]): number =>
    which.reduce((sum, off) => sum + (off.half ? 50 : daysIn(off, type.basis, free)), 0)
  const entered = (kind: Entered['kind']): number =>
    entries
      .filter(({ date, kind: one }) => one === kind && within(cycle, date) && date <= on)
      .reduce((sum, { days }) => sum + days, 0)
  const taken = of(own.filter((off) => off.taken))
  const booked = of(own.filter((off) => !off.taken))
  const opening = entered('OPENING')
  const adjusted = entered('ADJUST')
  const accrued = accruedIn(type, cycle, on)
  const lapsed = lapsedIn(type, cycle, on, carried, own, of)
  const available = opening + accrued + carried + adjusted - taken - booked - lapsed
  const { starts_on: cycle_starts, ends_on: cycle_ends } = cycle
  return {
    cycle_starts,
    cycle_ends,
    opening,
    accrued,
    carried,
    adjusted,
    taken,
    booked,
    lapsed,
    available,
  }
}

const within = ({ starts_on, ends_on }: Span, day: string): boolean =>
  starts_on <= day && day <= ends_on

/** HR-70: a twelfth for each whole month, to two decimals; the last brings the exact sum. */
function accruedIn({ accrual, days, cycle_months }: TypeRules, cycle: Span, on: string): number {
  if (accrual === 'PER_EVENT') return 0
  if (accrual === 'AT_START') return on < cycle.starts_on ? 0 : days
  // The month is served when its last day is over.
  const served = Math.min(monthsServed(cycle.starts_on, nextDay(on)), cycle_months)
  return Math.round((days * served) / cycle_months)
}

/** HR-72: what was carried and not used in its months is gone. */
function lapsedIn(
  { carry_over_months }: TypeRules,
  cycle: Span,
  on: string,
  carried: number,
  own: readonly Off[],
  of: (which: readonly Off[]) => number,
): number {
  if (carried === 0) return 0
  const until = nextDay(monthsOn(cycle.starts_on, carry_over_months), -1)
  if (on <= until) return 0
  const used = own.flatMap((off) => {
    const part = common(off, { starts_on: cycle.starts_on, ends_on: until })
    return part === undefined ? [] : [{ ...off, ...part }]
  })
  return Math.max(0, carried - of(used))
}
