// How many records the register holds. Counting a million of them walks an index from end to end at
// every page; so the number of a long register is kept for some seconds (decision 0154).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { join, sql } from '../../../../store/sql.ts'
import type { PatientState } from '../words.ts'
import { onOtherDatabase } from '../../../../store/kept.ts'

/** From here on a number may be this old; below it is counted each time. */
const long = 10_000
const kept_ms = 10_000
const kept = new Map<string, { n: number; until: number }>()
onOtherDatabase(() => kept.clear())

export async function countOf(
  { hospital_id }: Caller,
  states: readonly PatientState[],
): Promise<number> {
  const key = `${hospital_id} ${states.join(' ')}`
  const known = kept.get(key)
  if (known !== undefined && known.until > clock.now().getTime()) return known.n
  const n = await counted(hospital_id, states)
  if (n < long) kept.delete(key)
  else kept.set(key, { n, until: clock.now().getTime() + kept_ms })
  return n
}

/** State by state, so that each is counted in its index alone. */
async function counted(hospital_id: string, states: readonly PatientState[]): Promise<number> {
  const counts = states.map(
    (state) =>
      sql`select count(*) as n from patients where hospital_id = ${hospital_id} and status = ${state}`,
  )
  const found = await rows<{ n: number }>(join(counts, ' union all '))
  return found.reduce((sum, { n }) => sum + Number(n), 0)
}
