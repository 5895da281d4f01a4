// Which rows of the price list have priced a line (BIL-165): they are never altered.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'

export async function tariffsUsed(
  { hospital_id }: Caller,
  tariff_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (tariff_ids.length === 0) return new Set()
  const found = await rows<{ tariff_id: string }>(
    sql`select distinct tariff_id from bill_items
      where hospital_id = ${hospital_id} and tariff_id${oneOf(tariff_ids)}`,
  )
  return new Set(found.map(({ tariff_id }) => tariff_id))
}
