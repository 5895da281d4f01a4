// What a department writes most (CAR-18), so that it is found first. What is restricted leaves no trace in it
// (CAR-10).

import type { Caller } from '../../../../core/caller.ts'
import { days, instantIn } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import type { CodeSystem } from '../words.ts'
import { keyOf, type Uses } from './codes.ts'

const within = days(365)

export async function usesIn(caller: Caller, typed: string): Promise<Uses> {
  const { name } = await resolveDepartment(caller, typed)
  const found = await rows<{ system: CodeSystem; code: string; n: number }>(
    sql`select coding_system as system, code, count(*) as n from clinical_records
      where hospital_id = ${caller.hospital_id} and department = ${name}
        and sensitivity = 'NORMAL' and occurred_at >= ${instantIn(-within)} and code is not null
      group by coding_system, code`,
  )
  return new Map(found.map(({ n, ...code }) => [keyOf(code), Number(n)]))
}
