// Sick leave (HR-76): with full pay while there is some left, then with half, then without where it is agreed to.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import type { StaffRow } from '../records/rows.ts'
import { balanceFrom, bookedToo, type Facts, factsOf } from './balances.ts'
import { cyclesTo, daysIn, type Span } from './days.ts'
import { typeCalled, type TypeRow } from './types.ts'

export interface Part extends Span {
  type: TypeRow
}

const chain = ['SICK_FULL', 'SICK_HALF']

/** In the order of their days; one part, where all of it fits or the type is no sickness. */
export async function partsOf(
  caller: Caller,
  person: StaffRow,
  type: TypeRow,
  span: Span,
  accept_unpaid: boolean,
): Promise<Part[]> {
  const at = chain.indexOf(type.code)
  if (at < 0) return [{ type, ...span }]
  const paid = [type]
  for (const code of chain.slice(at + 1)) paid.push(await typeCalled(caller, code))
  let facts = await factsOf(caller, [person], span.ends_on)
  const parts: Part[] = []
  let starts_on = span.starts_on
  while (starts_on <= span.ends_on) {
    // A new cycle brings better paid days again.
    const over = endOfCycle(person, type, starts_on)
    const rest = { starts_on, ends_on: span.ends_on }
    const short = { starts_on, ends_on: over < span.ends_on ? over : span.ends_on }
    const fitting = paid.flatMap((one, nth): Part[] => {
      const ends_on = lastThatFits(facts, one, person, nth === 0 ? rest : short)
      return ends_on === null ? [] : [{ type: one, starts_on, ends_on }]
    })
    const part = fitting[0] ?? { type: await typeCalled(caller, 'UNPAID'), ...short }
    facts = bookedToo(facts, person, part.type, part)
    parts.push(part)
    starts_on = nextDay(part.ends_on)
  }
  if (!accept_unpaid) refuseUnasked(parts, facts)
  return parts
}

/** The last day that is still paid by this type; null where not even the first is. */
function lastThatFits(facts: Facts, type: TypeRow, person: StaffRow, rest: Span): string | null {
  let last: string | null = null
  for (const cycle of cyclesTo(person.hired_on, type.cycle_months, rest.ends_on)) {
    const from = cycle.starts_on > rest.starts_on ? cycle.starts_on : rest.starts_on
    const to = cycle.ends_on < rest.ends_on ? cycle.ends_on : rest.ends_on
    if (from > to) continue
    let left = balanceFrom(facts, type, person, from).available + type.advance_days
    for (let day = from; day <= to; day = nextDay(day)) {
      left -= daysIn({ starts_on: day, ends_on: day }, type.basis, facts.free)
      if (left < 0) return last
      last = day
    }
  }
  return last
}

const endOfCycle = (person: StaffRow, { cycle_months }: TypeRow, day: string): string =>
  cyclesTo(person.hired_on, cycle_months, day).at(-1)?.ends_on ?? day

function refuseUnasked(parts: readonly Part[], { free }: Facts): void {
  const days = parts
    .filter(({ type }) => type.code === 'UNPAID')
    .reduce((sum, part) => sum + daysIn(part, part.type.basis, free), 0)
  if (days === 0) return
  throw conflict(
    `Of ${days / 100} of these days neither full nor half pay is left: give accept_unpaid to take them without pay.`,
    'unpaid',
  )
}

/** Half pay begins where full pay is used up. */
export async function fullFirst(caller: Caller, person: StaffRow, on: string): Promise<void> {
  const full = await typeCalled(caller, 'SICK_FULL')
  const { available } = balanceFrom(await factsOf(caller, [person], on), full, person, on)
  if (available > 0) {
    throw conflict(`${available / 100} days of sick leave with full pay are left: use them first.`)
  }
}
