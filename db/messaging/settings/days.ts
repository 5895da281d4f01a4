// `from` and `to` of the platform's lists are days of the deployment's calendar, both inclusive.

import { nextDay, startOfDay } from '../../core/clock.ts'
import { raw, type Sql, sql } from '../../store/sql.ts'
import { setting } from './settings.ts'

export interface DaysAsked {
  from?: string | undefined
  to?: string | undefined
}

export async function withinDays(
  { from, to }: DaysAsked,
  column: string,
): Promise<(Sql | undefined)[]> {
  if (from === undefined && to === undefined) return []
  const zone = await setting('time_zone')
  return [
    from === undefined ? undefined : sql`${raw(column)} >= ${startOfDay(zone, from)}`,
    to === undefined ? undefined : sql`${raw(column)} < ${startOfDay(zone, nextDay(to))}`,
  ]
}
