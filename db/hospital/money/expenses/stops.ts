// What of the expenses stands in the way of a year's close (ACC-69): C05.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import type { Stop } from '../../neighbours/books.ts'

export async function stopsOfExpenses(
  { hospital_id }: Caller,
  { from, to }: { from: string; to: string },
): Promise<Stop[]> {
  const found = await rows<{ id: string; description: string }>(
    sql`select id, description from expenses where hospital_id = ${hospital_id}
      and status = 'SUBMITTED' and spent_on between ${from} and ${to} order by spent_on, id`,
  )
  return found.map(({ id, description }) => ({
    code: 'C05',
    kind: 'expense',
    id,
    reference: description.slice(0, 120),
  }))
}
