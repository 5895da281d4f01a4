// Follow-ups, the ones that are due first before the others.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import type { Of } from '../../../../store/record-of.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { patientRows } from '../../../desk/patients/register/view.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { daysBetween } from '../../../office/plans/days.ts'
import { namesOfClients } from '../names.ts'
import { followUpRecord, type FollowUpRow } from './record.ts'
import type { FollowUp, FollowUpFilter, FollowUpOpened } from './shapes.ts'
import { follow_ups } from './tables.ts'

export async function list(
  caller: Caller,
  asked: FollowUpFilter & PageAsked,
): Promise<Page<FollowUp>> {
  const whose = asked.assigned_to === 'me' ? (caller.user_id ?? '') : asked.assigned_to
  const found = await pageFrom(follow_ups, asked, {
    alias: 'f',
    from: sql` from follow_ups f${where([
      sql`f.hospital_id = ${caller.hospital_id}`,
      when(asked.status, sql`f.status = ${asked.status}`),
      when(asked.kind, sql`lower(f.kind) = ${asked.kind?.trim().toLowerCase()}`),
      when(asked.client_id, sql`f.client_id = ${asked.client_id}`),
      when(asked.patient_id, sql`f.patient_id = ${asked.patient_id}`),
      when(whose, sql`f.assigned_to_id = ${whose}`),
      late(asked.overdue, await today(caller)),
      when(asked.from, sql`f.due_on >= ${asked.from}`),
      when(asked.to, sql`f.due_on <= ${asked.to}`),
      called(asked.search),
    ])}`,
    order: sql` order by f.due_on, f.id`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

function late(wanted: boolean | undefined, day: string): Sql | undefined {
  if (wanted === undefined) return undefined
  const is = sql`(f.status = 'OPEN' and f.due_on < ${day})`
  return wanted ? is : sql`not ${is}`
}

/** By its own words, or by the client's name. */
function called(typed: string | undefined): Sql | undefined {
  const own = matching('follow_ups', typed, 'f')
  return (
    own &&
    sql`(${own} or f.client_id in (select c.id from clients c where ${matching('clients', typed, 'c') as Sql}))`
  )
}

export async function shownMany(
  caller: Caller,
  found: readonly FollowUpRow[],
): Promise<FollowUp[]> {
  const day = await today(caller)
  const of_clients = found.flatMap(({ client_id }) => (client_id === null ? [] : [client_id]))
  const names = new Map(
    (await namesOfClients(caller, [...new Set(of_clients)])).map(({ id, name }) => [id, name]),
  )
  const patients = await patientRows(
    caller,
    found.flatMap(({ patient_id }) => (patient_id === null ? [] : [patient_id])),
  )
  return found.map((row) => ({
    ...row,
    overdue_days: row.status === 'OPEN' && row.due_on < day ? daysBetween(row.due_on, day) : null,
    client_name: names.get(row.client_id ?? '') ?? null,
    patient_name: patients.get(row.patient_id ?? '')?.full_name ?? null,
    moves: followUpRecord.moves(caller, row),
  }))
}

export async function opened(caller: Caller, row: FollowUpRow): Promise<FollowUpOpened> {
  const [found] = await shownMany(caller, [row])
  return { ...(found as FollowUp), history: await followUpRecord.history(caller, row.id) }
}

export async function openOfClients(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const found = await rows<{ client_id: string; open: number }>(
    sql`select client_id, count(*) as open from follow_ups where hospital_id = ${hospital_id}
      and status = 'OPEN' and client_id${oneOf(ids)} group by client_id`,
  )
  return new Map(found.map(({ client_id, open }) => [client_id, Number(open)]))
}
