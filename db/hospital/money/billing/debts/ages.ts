// What is owed by age, for lists of whoever owes: a column for each age, of bills `b`.

import { nextDay } from '../../../../core/clock.ts'
import { raw, type Sql, sql } from '../../../../store/sql.ts'
import type { Bucket } from './debtor-shapes.ts'

/** Due on the day itself is not late yet. */
export function aged(day: string): Sql {
  const since = (days: number): string => nextDay(day, -days)
  const sum = (condition: Sql, name: Bucket): Sql =>
    sql`cast(sum(case when ${condition} then b.balance else 0 end) as bigint) as ${raw(name)}`
  const due = sql`coalesce(b.due_on, ${day})`
  const between = (newest: number, oldest: number): Sql =>
    sql`${due} <= ${since(newest)} and ${due} >= ${since(oldest)}`
  return sql`${sum(sql`${due} >= ${day}`, 'not_due')}, ${sum(between(1, 30), 'd1_30')},
    ${sum(between(31, 60), 'd31_60')}, ${sum(between(61, 90), 'd61_90')},
    ${sum(between(91, 180), 'd91_180')}, ${sum(sql`${due} < ${since(180)}`, 'over_180')}`
}
