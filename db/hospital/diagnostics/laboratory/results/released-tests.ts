// Which of these tests of a patient have a result that went out: what an operation waits for (OT-8).

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'

export async function releasedTests(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set()
  const found = await rows<{ test_code: string }>(
    sql`select distinct test_code from diagnostic_items where hospital_id = ${hospital_id}
      and patient_id = ${patient_id} and status = 'RELEASED' and test_code${oneOf([...codes])}`,
  )
  return new Set(found.map(({ test_code }) => test_code))
}
