// How far each series has come, for whoever writes it down outside the database (OPS-130).

import { sequence_counters } from './tables.ts'

export async function reached(hospital_id: string): Promise<Record<string, number>> {
  const all = await sequence_counters.all({ hospital_id })
  return Object.fromEntries(
    all.map(({ kind, place, period, next_value }) => [
      [kind, place, period].join('/'),
      Number(next_value) - 1,
    ]),
  )
}
