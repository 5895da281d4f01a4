// After a restore no number is given twice (OPS-129): every counter goes on after the highest that was
// ever used, which the database that is left still knows.

import { row } from '../../connection.ts'
import { sql } from '../../sql.ts'
import type { Restored } from '../registry.ts'
import { sequence_counters } from './tables.ts'

export const restored: Restored = async ({ hospital_id }, { live }) => {
  if (live === null) return {}
  const reached = await live(() => sequence_counters.all({ hospital_id }))
  let series = 0
  let lost = 0
  for (const counter of reached) {
    const { kind, place, period, next_value } = counter
    const key = { hospital_id, kind, place, period }
    const here = await row<{ next_value: number }>(
      sql`select next_value from sequence_counters where hospital_id = ${hospital_id}
          and kind = ${kind} and place = ${place} and period = ${period}`,
    )
    if (here === undefined) await sequence_counters.insert(counter)
    else if (here.next_value < next_value) await sequence_counters.change(key, { next_value })
    else continue
    series += 1
    lost += next_value - (here?.next_value ?? 1)
  }
  return { series_raised: series, numbers_lost: lost }
}
