// What was ordered of some tests for a patient, with the answers that went out: for areas that treat by them.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'

export interface ResultOfPatient {
  patient_id: string
  order_id: string
  test_code: string
  test: string
  status: string
  /** Only of what was released. */
  answer: string | null
  value: number | null
  result: string | null
  ordered_at: string
  released_at: string | null
}

/** Of one patient or of several, the newest first; a value that is not released yet is not told. */
export async function resultsOfPatients(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_ids: readonly string[],
  test_codes: readonly string[],
): Promise<ResultOfPatient[]> {
  if (patient_ids.length === 0) return []
  const found = await rows<ResultOfPatient & { text: string | null }>(
    sql`select r.patient_id, r.order_id, r.test_code, r.test_name as test, r.status, o.ordered_at,
        r.released_at,
        case when r.status = 'RELEASED' then r.answer_code end as answer,
        case when r.status = 'RELEASED' then r.value_num end as value,
        case when r.status = 'RELEASED' then coalesce(r.value_text, r.answer_code) end as text
      from diagnostic_results r join diagnostic_orders o on o.id = r.order_id
      where r.hospital_id = ${hospital_id} and r.patient_id${oneOf(patient_ids)}
        and r.status <> 'CANCELLED' and r.test_code${oneOf(test_codes)}
      order by o.ordered_at desc, r.id desc`,
  )
  return found.map(({ text, ...one }) => {
    const value = one.value === null ? null : Number(one.value)
    return { ...one, value, result: text ?? (value === null ? null : String(value)) }
  })
}
