// What the marks of a calendar add up to (TBC-7 to TBC-9). Nothing is read or written.

import { daysFrom, plusDays } from '../calendar-days.ts'
import { type DoseMark, taken_marks } from '../words.ts'

export interface Mark {
  due_on: string
  mark: DoseMark
}

export interface Totals {
  due: number
  taken: number
  observed: number
  missed: number
  held: number
  unmarked: number
  run_of_misses: number
  adherence_pct: number | null
}

/** So long a day may wait for its mark before it counts as missed. */
export const unmarked_after_days = 2

export function totalsOf(
  marks: readonly Mark[],
  { started_on, today }: { started_on: string; today: string },
): Totals {
  const by_day = new Map(marks.map(({ due_on, mark }) => [due_on, mark]))
  const days = Array.from({ length: Math.max(0, daysFrom(started_on, today) + 1) }, (_, at) =>
    plusDays(started_on, at),
  )
  const late = plusDays(today, -unmarked_after_days)
  const counted = days.flatMap((day): (DoseMark | 'UNMARKED')[] => {
    const mark = by_day.get(day)
    if (mark !== undefined) return [mark]
    return day < late ? ['UNMARKED'] : []
  })
  const count = (is: (mark: DoseMark | 'UNMARKED') => boolean) => counted.filter(is).length
  const taken = count((mark) => isTaken(mark))
  const held = count((mark) => mark === 'HELD')
  const unmarked = count((mark) => mark === 'UNMARKED')
  const owed = counted.length - held
  return {
    due: counted.length,
    taken,
    observed: count((mark) => mark === 'OBSERVED'),
    missed: count((mark) => mark === 'MISSED') + unmarked,
    held,
    unmarked,
    run_of_misses: runOf(counted),
    adherence_pct: owed === 0 ? null : Math.round((taken / owed) * 1000) / 10,
  }
}

export const isTaken = (mark: string): boolean => (taken_marks as readonly string[]).includes(mark)

/** Misses one after the other up to now; a dose that was held back breaks no run. */
function runOf(counted: readonly string[]): number {
  const owed = counted.filter((mark) => mark !== 'HELD')
  const last = owed.findLastIndex(isTaken)
  return owed.length - 1 - last
}

/** TBC-8: moves with each day that was due and not taken. */
export const plannedEnd = (
  { due, taken }: Pick<Totals, 'due' | 'taken'>,
  { started_on, doses, before }: { started_on: string; doses: number; before: number },
): string => plusDays(started_on, Math.max(0, doses - before - 1) + Math.max(0, due - taken))

/** The last day on which a dose was taken. */
export const lastTaken = (marks: readonly Mark[]): string | null =>
  marks.reduce<string | null>(
    (last, { due_on, mark }) => (isTaken(mark) && due_on > (last ?? '') ? due_on : last),
    null,
  )
