// Days in which a document was made, as people ask for them.

import type { Caller } from '../../../../core/caller.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'

export async function createdBetween(
  caller: Pick<Caller, 'hospital_id'>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<(Sql | undefined)[]> {
  if (from === undefined && to === undefined) return []
  const { timezone } = await hospitalOf(caller)
  return withinDays(sql`created_at`, timezone, { from, to })
}
