// How much of each ledger line is matched to bank statements (ACC-61).

import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'

export async function matchedOf(
  hospital_id: string,
  line_ids: readonly string[],
): Promise<Map<string, number>> {
  if (line_ids.length === 0) return new Map()
  const found = await rows<{ line_id: string; amount: number }>(
    sql`select line_id, cast(sum(amount) as bigint) as amount from statement_matches
      where hospital_id = ${hospital_id} and line_id${oneOf(line_ids)} group by line_id`,
  )
  return new Map(found.map(({ line_id, amount }) => [line_id, amount]))
}
