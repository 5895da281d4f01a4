// Numbers that are called out (QUE-2): from 001 each day, per branch and prefix, never given twice.

import type { Caller } from '../../../../core/caller.ts'
import { returning } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'

export interface TokenFor {
  facility_id: string
  prefix: string
  day: string
}

export async function nextToken(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { facility_id, prefix, day }: TokenFor,
): Promise<string> {
  const [taken] = await returning<{ last: number }>(
    sql`insert into queue_tokens (hospital_id, facility_id, prefix, day, last)
      values (${hospital_id}, ${facility_id}, ${prefix}, ${day}, 1)
      on conflict (facility_id, prefix, day) do update set last = queue_tokens.last + 1
      returning last`,
  )
  return `${prefix}-${String(taken?.last ?? 0).padStart(3, '0')}`
}
