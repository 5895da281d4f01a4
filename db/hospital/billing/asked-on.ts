// Days in which a document was made, as people ask for them.

import type { Caller } from '../../caller.ts'
import { type Sql, sql } from '../../sql.ts'
import { withinDays } from '../hospitals/days.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'

export async function createdBetween(
  caller: Pick<Caller, 'hospital_id'>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<(Sql | undefined)[]> {
  if (from === undefined && to === undefined) return []
  const { timezone } = await hospitalOf(caller)
  return withinDays(sql`created_at`, timezone, { from, to })
}
