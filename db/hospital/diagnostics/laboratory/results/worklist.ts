// The one list of the bench (DIA-55 to DIA-58): what waits to be collected, received, entered, verified,
// released, and what is late.

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours, instantIn, minutes } from '../../../../core/clock.ts'
import { type Page, paged, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { isTeam } from '../../../care/clinical/open-to.ts'
import { ofOpenPatients } from '../../../desk/patients/privacy/lists.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { accountsOfVisits } from '../../../neighbours/billing.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { settingsOf } from '../catalogue/settings.ts'
import { measuredTestsOf } from '../instruments/measuring.ts'
import { diagnostic_items, diagnostic_orders } from '../orders/tables.ts'
import { overdueMinutes } from '../orders/view.ts'
import { scanned } from '../specimens/numbers.ts'
import { specimens } from '../specimens/tables.ts'
import { isOfLaboratory, restrictedIn } from './seen.ts'
import type { Worklist } from '../words.ts'
import type { WorkFilter, WorkRow } from './shapes.ts'
import { linesOfItems, resultShown } from './view.ts'

const has = (condition: Sql): Sql =>
  sql`exists (select 1 from diagnostic_results r where r.item_id = i.id and ${condition})`

const late_in_transit = { routine: hours(2), stat: minutes(30) }

function listed(list: Worklist): Sql {
  const now = clock.instant()
  switch (list) {
    case 'COLLECT':
      return sql`s.status = 'EXPECTED' and (s.collect_at is null or s.collect_at <= ${now})`
    case 'RECEIVE':
      return sql`s.status = 'COLLECTED'`
    case 'ENTER':
      return sql`(s.status = 'RECEIVED' or i.bedside) and ${has(sql`r.status = 'PENDING'`)}`
    case 'VERIFY':
      return sql`not i.one_step and ${has(sql`r.status = 'ENTERED'`)}`
    case 'RELEASE':
      return sql`(${has(sql`r.status = 'VERIFIED'`)}
        or ${has(sql`r.status = 'RELEASED' and r.culture_draft is not null`)}
        or (i.one_step and ${has(sql`r.status = 'ENTERED'`)}))`
    case 'HELD':
      return has(sql`r.held <> '[]' and r.status in ('ENTERED', 'VERIFIED')`)
    case 'RECOLLECT':
      return sql`s.status = 'EXPECTED' and s.replaces_id is not null`
    case 'OVERDUE':
      return sql`i.clock_started_at is not null and i.due_at < ${now}
        and i.status not in ('RELEASED', 'CANCELLED')`
    case 'IN_TRANSIT_LATE':
      return sql`s.status = 'COLLECTED' and s.collected_at < case when i.priority = 'STAT'
        then ${instantIn(-late_in_transit.stat)} else ${instantIn(-late_in_transit.routine)} end`
    case 'SINGLE_HANDED':
      return has(sql`r.single_handed and r.seen_by_name is null and r.status = 'RELEASED'`)
  }
}

/** What it measured, and what it could measure and nobody has. */
async function onInstrument(caller: Caller, id: string | undefined): Promise<Sql | undefined> {
  if (id === undefined) return undefined
  const test_ids = await measuredTestsOf(caller, id)
  return has(sql`r.status <> 'CANCELLED' and (r.instrument_id = ${id}
    or (r.instrument_id is null and r.test_id${oneOf(test_ids)}))`)
}

/** DIA-57: a number that is scanned answers its rows whatever the list. */
export async function worklist(
  caller: Caller,
  asked: WorkFilter & PageAsked,
): Promise<Page<WorkRow>> {
  const typed = asked.search?.trim() ?? ''
  const number = /^\d{11,12}$/.test(typed) ? scanned(typed, 'search') : undefined
  const scope = await scopeOf(caller, undefined)
  const all = isOfLaboratory(caller) || (await isTeam(caller, undefined))
  const found = await paged<{ id: string }>(asked, {
    select: sql`i.id`,
    from: sql` from diagnostic_items i join diagnostic_orders o on o.id = i.order_id
      left join specimens s on s.id = i.specimen_id${where([
        sql`i.hospital_id = ${caller.hospital_id} and i.status <> 'CANCELLED'`,
        scope === 'all' ? undefined : sql`o.facility_id${oneOf(scope)}`,
        number === undefined ? listed(asked.list ?? 'ENTER') : sql`s.number = ${number}`,
        when(asked.section_id, sql`i.section_id = ${asked.section_id}`),
        await onInstrument(caller, asked.instrument_id),
        when(asked.location, sql`o.location = ${asked.location}`),
        when(asked.priority, sql`i.priority = ${asked.priority}`),
        when(
          number === undefined && typed !== '',
          sql`(o.number = ${typed.toUpperCase()} or i.test_code = ${typed})`,
        ),
        await restrictedIn(caller, undefined),
        all ? undefined : ofOpenPatients(sql`o.patient_id`),
      ])}`,
    order: sql` order by case i.priority when 'STAT' then 0 when 'URGENT' then 1 else 2 end,
      i.due_at, coalesce(s.number, o.number), i.position, i.id`,
  })
  return {
    ...found,
    rows: await rowsOf(
      caller,
      found.rows.map(({ id }) => id),
    ),
  }
}

async function rowsOf(caller: Caller, ids: readonly string[]): Promise<WorkRow[]> {
  if (ids.length === 0) return []
  const { hospital_id } = caller
  const items = await diagnostic_items.all({ hospital_id, id: [...ids] })
  const orders = await diagnostic_orders.all({
    hospital_id,
    id: [...new Set(items.map(({ order_id }) => order_id))],
  })
  const tube_ids = [...new Set(items.flatMap(({ specimen_id }) => specimen_id ?? []))]
  const tubes = await specimens.all({ hospital_id, id: tube_ids })
  const patients = await patientsById(
    caller,
    orders.map(({ patient_id }) => patient_id),
  )
  const accounts = await accountsOfVisits(
    caller,
    orders.flatMap(({ visit_id }) => visit_id ?? []),
  )
  const lines = await linesOfItems(caller, ids)
  const settings = await settingsOf(caller)
  const order_of = new Map(orders.map((one) => [one.id, one]))
  const tube_of = new Map(tubes.map((one) => [one.id, one]))
  const item_of = new Map(items.map((one) => [one.id, one]))
  return ids.flatMap((id) => {
    const item = item_of.get(id)
    const order = order_of.get(item?.order_id ?? '')
    const patient = patients.get(item?.patient_id ?? '')
    if (item === undefined || order === undefined || patient === undefined) return []
    const tube = tube_of.get(item.specimen_id ?? '')
    return [
      {
        item_id: item.id,
        order_id: order.id,
        reference: order.number,
        patient_id: order.patient_id,
        patient,
        location: order.location,
        test_code: item.test_code,
        test_name: item.test_name,
        section: item.section,
        status: item.status,
        priority: item.priority,
        specimen_id: item.specimen_id,
        specimen_number: tube?.number ?? null,
        specimen_type: tube?.type_name ?? null,
        specimen_colour: tube?.colour ?? null,
        specimen_status: tube?.status ?? null,
        due_at: item.due_at,
        overdue_minutes: overdueMinutes(item),
        payment_ok: accounts.get(order.visit_id ?? '')?.payment_ok ?? true,
        lines: (lines.get(id) ?? []).map((line) => resultShown(caller, settings, line)),
      },
    ]
  })
}
