// From the first moment of one day to the last of another, in the hospital's time zone.

import type { Caller } from '../../caller.ts'
import { nextDay, startOfDay } from '../../clock.ts'
import { type Sql, sql, when } from '../../sql.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'

export async function createdBetween(
  caller: Pick<Caller, 'hospital_id'>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<(Sql | undefined)[]> {
  if (from === undefined && to === undefined) return []
  const { timezone } = await hospitalOf(caller)
  return [
    when(from, sql`created_at >= ${from && startOfDay(timezone, from)}`),
    when(to, sql`created_at < ${to && startOfDay(timezone, nextDay(to))}`),
  ]
}
