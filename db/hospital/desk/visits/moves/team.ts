// The care team as visits know it (PRV-2): of an open visit, or one closed less than three days ago,
// its clinician and everyone who called, served or recorded on it; and of a stay those whom its ward names.

import type { Caller } from '../../../../core/caller.ts'
import { days, instantIn } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { caredForInWards } from '../../../neighbours/bedside.ts'
import { staffOf } from '../../../neighbours/people.ts'

const after_closing = days(3)

export async function caredForBy(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { hospital_id, user_id } = caller
  if (user_id === null || patient_ids.length === 0) return new Set()
  const staff = await staffOf(caller)
  const found = await rows<{ patient_id: string }>(
    sql`select distinct v.patient_id from visits v
      where v.hospital_id = ${hospital_id} and v.patient_id${oneOf(patient_ids)}
        and (v.closed_at is null or v.closed_at > ${instantIn(-after_closing)})
        and (v.clinician_id = ${staff?.staff_id ?? ''} or exists (
          select 1 from visit_team t where t.visit_id = v.id and t.user_id = ${user_id}))`,
  )
  const on_visits = found.map(({ patient_id }) => patient_id)
  return new Set([...on_visits, ...(await caredForInWards(caller, patient_ids))])
}
