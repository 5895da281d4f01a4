// The queue of a point as it is read (3.3).

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { staffOf } from '../../../neighbours/people.ts'
import { viewEntries } from './entry-view.ts'
import { classOf } from './order.ts'
import type { QueueEntry } from '../shapes.ts'
import { queue_entries } from '../tables.ts'
import { entry_states, type EntryState, open_entry_states } from '../words.ts'

/** In calling order; those whom somebody serves first. */
export async function queueOf(
  caller: Caller,
  point_id: string,
  asked: { status?: string; clinician_id?: string },
): Promise<QueueEntry[]> {
  const states = asked.status === undefined ? open_entry_states : statesOf(asked.status)
  const clinician =
    asked.clinician_id === 'me' ? ((await staffOf(caller))?.staff_id ?? '') : asked.clinician_id
  const found = await queue_entries.read(
    sql`select ${queue_entries.selection('e')} from queue_entries e
      join service_points p on p.id = e.service_point_id${where([
        sql`e.hospital_id = ${caller.hospital_id}`,
        sql`e.service_point_id = ${point_id}`,
        sql`e.status${oneOf(states)}`,
        when(clinician, sql`(e.clinician_id = ${clinician} or e.clinician_id is null)`),
      ])}
      order by case e.status when 'SERVING' then 0 when 'CALLED' then 1 when 'WAITING' then 2 else 3 end,
        ${classOf('e', 'p')}, e.sort_at, e.sort_id limit 1000`,
  )
  return viewEntries(caller, found)
}

function statesOf(typed: string): EntryState[] {
  const words = typed.split(',').map((word) => word.trim())
  if (words.some((word) => !(entry_states as readonly string[]).includes(word))) {
    throw invalid('status', `must be among ${entry_states.join(', ')}.`)
  }
  return words as EntryState[]
}
