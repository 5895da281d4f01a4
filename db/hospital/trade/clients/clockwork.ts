// Each night: holds that are due are set, and those that are over lifted (commercial 7).

import type { Caller } from '../../../core/caller.ts'
import { sql } from '../../../store/sql.ts'
import { reviewHolds } from './holds.ts'
import { clients } from './tables.ts'

const piece = 200

/** The clients after this one, in the order of their ids; null when all were seen. */
export async function reviewAfter(caller: Caller, id: string): Promise<string | null> {
  const found = await clients.read(
    sql`select ${clients.selection('c')} from clients c where c.hospital_id = ${caller.hospital_id}
      and c.status <> 'CLOSED' and c.id > ${id} order by c.id limit ${piece}`,
  )
  for (const client of found) await reviewHolds(caller, client)
  return found.at(-1)?.id ?? null
}
