// From the day on which the portal opens a result its patient is written to (DIA-156): an order once a day, nothing of
// restricted tests, nothing of what waits for the cashier. What opened long ago, while the house stood still, is not
// told any more.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, days, instantIn, startOfDay } from '../../../../core/clock.ts'
import { row, rows, run, within } from '../../../../store/connection.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { messagePatient } from '../../../desk/patient-messages/message.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { unpaidItems } from '../portal.ts'

const told_for = days(7)
const at_once = 200

interface Due {
  id: string
  patient_id: string
}

export async function tellReady(caller: Caller, signal?: AbortSignal): Promise<number> {
  const { timezone } = await hospitalOf(caller)
  const today = startOfDay(timezone, dayIn(timezone))
  let told = 0
  let after: string | null = null
  for (;;) {
    const due: Due[] = await dueNow(caller, today, after)
    for (const one of due) {
      if (signal?.aborted === true) return told
      if (await within(() => tell(caller, one, today), 'jobs')) told += 1
    }
    if (due.length < at_once) return told
    after = due.at(-1)?.id ?? null
  }
}

const dueNow = ({ hospital_id }: Caller, today: string, after: string | null): Promise<Due[]> =>
  rows<Due>(
    sql`select o.id, o.patient_id from diagnostic_orders o${where([
      sql`o.hospital_id = ${hospital_id} and (o.patient_told_at is null or o.patient_told_at < ${today})`,
      sql`o.id in (select r.order_id from diagnostic_results r where ${opened(sql`r`, hospital_id)}
        union select i.order_id from diagnostic_items i where ${opened(sql`i`, hospital_id)})`,
      sql`exists (${openOf(hospital_id, [])})`,
      when(after, sql`o.id > ${after}`),
    ])} order by o.id limit ${at_once}`,
  )

const opened = (of: Sql, hospital_id: string): Sql =>
  sql`${of}.hospital_id = ${hospital_id} and ${of}.status = 'RELEASED'
    and ${of}.portal_at > ${instantIn(-told_for)} and ${of}.portal_at <= ${clock.instant()}`

/** Of the order `o`: what opened since its patient was told, and anybody may be told of. */
const openOf = (hospital_id: string, held: readonly string[]): Sql =>
  sql`select 1 as yes from diagnostic_items i left join diagnostic_results r
      on r.item_id = i.id and ${opened(sql`r`, hospital_id)}
    where i.order_id = o.id and not i.restricted and not (i.id${oneOf(held)})
      and ((r.id is not null and (o.patient_told_at is null or r.portal_at > o.patient_told_at))
        or (${opened(sql`i`, hospital_id)}
          and (o.patient_told_at is null or i.portal_at > o.patient_told_at)))`

async function tell(caller: Caller, { id, patient_id }: Due, today: string): Promise<boolean> {
  const { hospital_id } = caller
  const held = await unpaidItems(caller, patient_id)
  const open = await row(
    sql`select 1 as yes from diagnostic_orders o where o.hospital_id = ${hospital_id}
      and o.id = ${id} and exists (${openOf(hospital_id, held)})`,
  )
  if (open === undefined) return false
  // By hand: being told is no change that a clinician's screen must know of.
  const first = await run(
    sql`update diagnostic_orders set patient_told_at = ${clock.instant()}
      where hospital_id = ${hospital_id} and id = ${id}
        and (patient_told_at is null or patient_told_at < ${today})`,
  )
  if (first === 0) return false
  await messagePatient(caller, {
    patient_id,
    template: 'DOCUMENT_READY',
    data: {},
    entity: { type: 'diagnostic_order', id },
  })
  return true
}
