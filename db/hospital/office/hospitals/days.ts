// From the first moment of one day to the last of another, in the hospital's time zone.

import { nextDay, startOfDay } from '../../../core/clock.ts'
import { type Sql, sql, when } from '../../../store/sql.ts'

interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** The moments at which they begin, and at which the day after them does. */
export const edgesOf = (
  timezone: string,
  { from, to }: Days,
): { since: string | undefined; before: string | undefined } => ({
  since: from === undefined ? undefined : startOfDay(timezone, from),
  before: to === undefined ? undefined : startOfDay(timezone, nextDay(to)),
})

/** What a moment must be to lie in them: conditions for `where`. */
export function withinDays(column: Sql, timezone: string, days: Days): (Sql | undefined)[] {
  const { since, before } = edgesOf(timezone, days)
  return [when(since, sql`${column} >= ${since}`), when(before, sql`${column} < ${before}`)]
}
