// What other areas ask of imaging, and what ends with a life or a record (DIA-170, DIA-173).

import type { Caller } from '../../../core/caller.ts'
import { row, rows, run } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { PerformedServices, Repoint, WorkLeftBy } from '../../registry.ts'
import { onlyOf } from '../../performed.ts'
import { accountsOf } from '../../office/access/users/staff-link.ts'
import { charge_source } from '../laboratory/orders/ordering.ts'
import { tariffsOfItems } from '../laboratory/orders/imaging.ts'

export const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const chosen = only === undefined ? sql`` : sql` and id${oneOf(only['imaging_studies'] ?? [])}`
  const found = await rows<{ id: string }>(
    sql`select id from imaging_studies where hospital_id = ${hospital_id}
      and patient_id = ${from}${chosen}`,
  )
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return {}
  await run(
    sql`update imaging_studies set patient_id = ${to}
      where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
  )
  return { imaging_studies: ids }
}

const piece = 500

/** BIL-138: an image that was taken is done, whether or not somebody has read it yet. */
export const performedServices: PerformedServices = async function* (caller, asked) {
  let after = ''
  for (;;) {
    const found = await rows<{
      id: string
      item_id: string
      patient_id: string
      visit_id: string | null
      finished_at: string
    }>(
      sql`select id, item_id, patient_id, visit_id, finished_at from imaging_studies
        where hospital_id = ${caller.hospital_id} and id > ${after}
          and finished_at >= ${asked.from} and finished_at <= ${asked.to}${onlyOf(asked, 'patient_id')}
        order by id limit ${piece}`,
    )
    const tariffs = await tariffsOfItems(
      caller,
      found.map(({ item_id }) => item_id),
    )
    const acts = found.map((one) => ({
      source: charge_source,
      source_id: one.item_id,
      code: tariffs.get(one.item_id)?.tariff_code ?? '',
      patient_id: one.patient_id,
      visit_id: one.visit_id,
      department: tariffs.get(one.item_id)?.department ?? null,
      done_at: one.finished_at,
      performed_by_id: null,
    }))
    if (acts.length > 0) yield acts
    if (found.length < piece) return
    after = found.at(-1)?.id ?? ''
  }
}

/** DIA-173: what somebody who leaves has begun to read and not signed. It is read under an account. */
export const workLeftBy: WorkLeftBy = async (caller, staff_id) => {
  const account = (await accountsOf(caller, [staff_id])).get(staff_id)
  const found = await row<{ n: number }>(
    sql`select count(*) as n from imaging_studies where hospital_id = ${caller.hospital_id}
      and read_by_id = ${account?.user_id ?? ''} and report_status in ('DRAFT', 'PRELIMINARY')`,
  )
  return [{ label: 'images not signed', count: Number(found?.n ?? 0) }]
}

/** A room for which something is booked is not closed. */
export async function bookedIn({ hospital_id }: Caller, room_id: string): Promise<number> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from imaging_studies where hospital_id = ${hospital_id}
      and room_id = ${room_id} and status in ('SCHEDULED', 'ARRIVED', 'IN_PROGRESS')`,
  )
  return Number(found?.n ?? 0)
}
