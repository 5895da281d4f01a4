// Who looks after a stay (PRV-2): who attends or is of its team, who asked for it, and whoever moved it.
// For three days after it ended as well: a letter is still to be written then.

import type { Caller } from '../../../../core/caller.ts'
import { days, instantIn } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, type Sql, sql } from '../../../../store/sql.ts'
import { staffOf } from '../../../neighbours/people.ts'
import { live_states } from '../words.ts'

const after_leaving = days(3)

export async function caredForInWards(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { hospital_id, user_id } = caller
  if (user_id === null || patient_ids.length === 0) return new Set()
  const staff = await staffOf(caller)
  const staff_id = staff?.staff_id ?? ''
  const found = await rows<{ patient_id: string }>(
    sql`select distinct a.patient_id from admissions a
      where a.hospital_id = ${hospital_id} and a.patient_id${oneOf(patient_ids)}
        and (a.status${oneOf([...live_states])} or a.left_at > ${instantIn(-after_leaving)})
        and (a.attending_id = ${staff_id} or a.requested_by_id = ${user_id}
          or (${staff_id} <> '' and a.team like ${`%"${staff_id}"%`})
          or exists (select 1 from admission_history h
            where h.record_id = a.id and h.by_id = ${user_id}))`,
  )
  return new Set(found.map(({ patient_id }) => patient_id))
}

/** Of `admissions a`: the stays that are the caller's own (CAR-206). */
export async function lookedAfterBy(caller: Caller): Promise<Sql> {
  const staff = await staffOf(caller)
  return staff === undefined || staff === null
    ? sql`a.requested_by_id = ${caller.user_id ?? ''}`
    : sql`(a.attending_id = ${staff.staff_id} or a.team like ${`%"${staff.staff_id}"%`})`
}

/** The same of whatever names its stay in this column. */
export const inOwnCare = async (caller: Caller, column: Sql): Promise<Sql> =>
  sql`exists (select 1 from admissions a where a.id = ${column} and ${await lookedAfterBy(caller)})`
