// What a patient may see of his or her own visits (POR-7, POR-11): closed ones in brief, and where
// the open one stands in the queue.

import type { Caller } from '../../../core/caller.ts'
import { row } from '../../../store/connection.ts'
import { type Page, paged, type PageAsked } from '../../../store/pages.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { openVisitRow } from './moves/open.ts'
import { placesAt } from './queue/order.ts'
import { openEntry } from './rows.ts'
import type { outcomes } from './words.ts'

export interface OwnVisit {
  id: string
  number: string
  opened_at: string
  closed_at: string
  facility: string
  department: string | null
  clinician: string | null
  outcome: (typeof outcomes)[number] | null
  follow_up_on: string | null
}

interface Asked extends PageAsked {
  patient_id: string
  /** To a proxy nothing of restricted visits (POR-6). */
  proxy: boolean
  id?: string
  from?: string | undefined
  to?: string | undefined
}

export async function ownVisits(
  caller: Pick<Caller, 'hospital_id'>,
  asked: Asked,
): Promise<Page<OwnVisit>> {
  const { timezone } = await hospitalOf(caller)
  const { from, to, proxy } = asked
  return paged<OwnVisit>(asked, {
    select: sql`v.id, v.number, v.opened_at, v.closed_at, f.name as facility,
      case when v.restricted then null else v.department end as department,
      case when v.restricted then null else (select u.full_name from users u
        where u.hospital_id = v.hospital_id and u.staff_id = v.clinician_id limit 1) end
        as clinician,
      v.outcome, v.follow_up_on`,
    from: sql` from visits v join facilities f on f.id = v.facility_id${where([
      sql`v.hospital_id = ${caller.hospital_id}`,
      sql`v.patient_id = ${asked.patient_id}`,
      sql`v.status = 'CHECKED_OUT'`,
      proxy ? sql`not v.restricted` : undefined,
      when(asked.id, sql`v.id = ${asked.id}`),
      ...withinDays(sql`v.opened_at`, timezone, { from, to }),
    ])}`,
    order: sql` order by v.opened_at desc, v.id desc`,
  })
}

export interface OwnPlace {
  token: string
  point: string
  status: string
  position: number | null
  estimated_wait_minutes: number | null
}

/** Nothing of others but how many are before. */
export async function ownPlace(caller: Caller, patient_id: string): Promise<OwnPlace | null> {
  const visit = await openVisitRow(caller, patient_id)
  const entry = visit === undefined ? undefined : await openEntry(caller, visit.id)
  if (entry === undefined) return null
  const point = await row<{ name: string }>(
    sql`select name from service_points where id = ${entry.service_point_id}`,
  )
  const place =
    entry.status === 'WAITING'
      ? (await placesAt(caller, [entry.service_point_id])).get(entry.id)
      : undefined
  return {
    token: entry.token,
    point: point?.name ?? '',
    status: entry.status,
    position: place?.position ?? null,
    estimated_wait_minutes: place?.estimated_wait_minutes ?? null,
  }
}
