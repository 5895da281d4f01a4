// Whose turn is near is told (QUE-12): when the third place or a better one is reached and the wait is
// short, once, and nobody who waits at a restricted point.

import type { Caller } from '../../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../../core/clock.ts'
import { rows, run, within } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { messagePatient } from '../../../neighbours/patient-messages.ts'
import { placesAt } from './order.ts'
import { queueEntryRecord } from '../rows.ts'

const place_most = 3
const wait_most = 20
/** Who is so near from the first moment stands in the hall and sees it. */
const came_just_now = minutes(1)
const at_once = 200

interface Waiting {
  id: string
  service_point_id: string
  entered_at: string
}

/** Every 30 s; answers how many were told. */
export async function tellNear(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const waiting = await rows<Waiting>(
    sql`select e.id, e.service_point_id, e.entered_at from queue_entries e
      join service_points p on p.id = e.service_point_id
      join visits v on v.id = e.visit_id
      where e.hospital_id = ${hospital_id} and e.status = 'WAITING' and e.told_near_at is null
        and e.patient_id is not null and not p.restricted and not v.restricted
      order by e.sort_at, e.sort_id limit 5000`,
  )
  const points = [...new Set(waiting.map(({ service_point_id }) => service_point_id))]
  const places = await placesAt(caller, points)
  const near = waiting.filter(({ id }) => {
    const { position = place_most + 1, estimated_wait_minutes } = places.get(id) ?? {}
    if (estimated_wait_minutes === null || estimated_wait_minutes === undefined) return false
    return position <= place_most && estimated_wait_minutes <= wait_most
  })
  let told = 0
  for (const one of near.slice(0, at_once)) {
    const ahead = (places.get(one.id)?.position ?? 1) - 1
    if (await within(() => tell(caller, one, ahead), 'jobs')) told += 1
  }
  return told
}

async function tell(caller: Caller, { id }: Waiting, ahead: number): Promise<boolean> {
  const { hospital_id } = caller
  // By hand: being told is no change that a clerk's screen must know of.
  const first = await run(
    sql`update queue_entries set told_near_at = ${clock.instant()}
      where hospital_id = ${hospital_id} and id = ${id} and status = 'WAITING'
        and told_near_at is null`,
  )
  const entry = await queueEntryRecord.get(caller, id)
  const is_new = clock.ms() - Date.parse(entry.entered_at) < came_just_now
  if (first === 0 || entry.patient_id === null || is_new) return false
  await messagePatient(caller, {
    patient_id: entry.patient_id,
    template: 'QUEUE_NEAR',
    data: { token: entry.token, ahead },
    entity: { type: 'queue_entry', id },
    not_after: instantIn(minutes(wait_most)),
  })
  return true
}
