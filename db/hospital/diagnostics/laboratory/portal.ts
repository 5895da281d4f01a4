// What a patient sees of results in the portal (DIA-155, DIA-156): what is released and open by now, and
// to a proxy nothing of restricted tests. What waits for the cashier waits here too.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { noSuch } from '../../../core/refusal.ts'
import { type Page, paged, type PageAsked } from '../../../store/pages.ts'
import { oneOf, type Sql, sql, where } from '../../../store/sql.ts'
import { rows } from '../../../store/connection.ts'
import { isSettled } from '../../money/billing/charges/clearance.ts'
import { studiesOfItems } from '../../neighbours/imaging.ts'
import type { PatientResult, PatientResultDetail } from '../../neighbours/diagnostics.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { facilityNames } from '../../office/places/briefs.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { settingsOf } from './catalogue/settings.ts'
import { charge_source } from './orders/ordering.ts'
import { diagnostic_results } from './results/tables.ts'
import { rangeText } from './results/range-text.ts'
import { valueText } from './results/value.ts'

const isOut = (proxy: boolean): Sql =>
  sql`r.status = 'RELEASED' and r.portal_at is not null and r.portal_at <= ${clock.instant()}
    and ${proxy ? sql`not i.restricted` : sql`1 = 1`}`

/** An image's report opens with its item: it has no lines. */
const isRead = (proxy: boolean): Sql =>
  sql`i.status = 'RELEASED' and i.portal_at is not null and i.portal_at <= ${clock.instant()}
    and ${proxy ? sql`not i.restricted` : sql`1 = 1`}`

/** Of items `i`: something of it is open. */
const isOpen = (proxy: boolean): Sql =>
  sql`(${isRead(proxy)} or exists (select 1 from diagnostic_results r
    where r.item_id = i.id and ${isOut(proxy)}))`

interface Found {
  id: string
  collected_at: string | null
  released_at: string
  facility_id: string
  corrected: number
}

export async function portalResults(
  caller: Caller,
  asked: PageAsked & {
    patient_id: string
    proxy: boolean
    from?: string | undefined
    to?: string | undefined
  },
): Promise<Page<PatientResult>> {
  const { timezone } = await hospitalOf(caller)
  const held = await unpaidItems(caller, asked.patient_id)
  const found = await paged<Found>(asked, {
    select: sql`o.id, (select max(s.collected_at) from specimens s where s.order_id = o.id)
        as collected_at,
      coalesce((select max(r.released_at) from diagnostic_results r where r.order_id = o.id),
        (select max(i.released_at) from diagnostic_items i where i.order_id = o.id)) as released_at,
      o.facility_id,
      (select count(*) from diagnostic_results r where r.order_id = o.id and r.corrected)
        as corrected`,
    from: sql` from diagnostic_orders o${where([
      sql`o.hospital_id = ${caller.hospital_id} and o.patient_id = ${asked.patient_id}`,
      sql`exists (select 1 from diagnostic_items i
        where i.order_id = o.id and ${isOpen(asked.proxy)} and not (i.id${oneOf(held)}))`,
      ...withinDays(sql`o.ordered_at`, timezone, { from: asked.from, to: asked.to }),
    ])}`,
    order: sql` order by o.ordered_at desc, o.id desc`,
  })
  const titles = await titlesOf(
    caller,
    found.rows.map(({ id }) => id),
    asked.proxy,
  )
  const places = await facilityNames(
    caller,
    found.rows.map(({ facility_id }) => facility_id),
  )
  return {
    ...found,
    rows: found.rows.map(({ corrected, facility_id, ...one }) => ({
      ...one,
      facility: places.get(facility_id) ?? null,
      title: titles.get(one.id) ?? '',
      amended: Number(corrected) > 0,
    })),
  }
}

async function titlesOf(
  { hospital_id }: Caller,
  order_ids: readonly string[],
  proxy: boolean,
): Promise<ReadonlyMap<string, string>> {
  if (order_ids.length === 0) return new Map()
  const found = await rows<{ order_id: string; test_name: string }>(
    sql`select i.order_id, i.test_name from diagnostic_items i
      where i.hospital_id = ${hospital_id} and i.order_id${oneOf(order_ids)}
        and ${isOpen(proxy)}
      order by i.order_id, i.position`,
  )
  const names = Map.groupBy(found, ({ order_id }) => order_id)
  return new Map(
    [...names].map(([id, own]) => [id, own.map(({ test_name }) => test_name).join(', ')]),
  )
}

/** portal_paid_only: of this patient, the items that are released and not cleared. */
export async function unpaidItems(caller: Caller, patient_id: string): Promise<string[]> {
  const { portal_paid_only } = await settingsOf(caller)
  if (!portal_paid_only) return []
  const found = await rows<{ id: string }>(
    sql`select i.id from diagnostic_items i where i.hospital_id = ${caller.hospital_id}
      and i.patient_id = ${patient_id} and i.status in ('RELEASED', 'PART_RELEASED')
      order by i.id limit 1000`,
  )
  const held: string[] = []
  for (const { id } of found) {
    if (!(await isSettled(caller, charge_source, id)).may_proceed) held.push(id)
  }
  return held
}

/** Null: nothing of that is open to this patient. */
export async function portalResult(
  caller: Caller,
  asked: Asked,
): Promise<PatientResultDetail | null> {
  const lines = await openLines(caller, asked)
  const reports = await openReports(caller, asked)
  if (lines.length === 0 && reports.length === 0) return null
  const { patient_id, proxy, order_id } = asked
  const page = await portalResults(caller, { patient_id, proxy, page: 1, per_page: 10_000 })
  const row = page.rows.find(({ id }) => id === order_id)
  if (row === undefined) return null
  return {
    ...row,
    note: lines.some(({ corrected }) => corrected) ? 'Corrected.' : null,
    values: [
      ...lines.map((line) => ({
        name: line.test_name,
        value: valueText(line),
        unit: line.unit,
        range: rangeText(line),
      })),
      ...reports,
    ],
  }
}

interface Asked {
  patient_id: string
  proxy: boolean
  order_id: string
}

async function openImages(caller: Caller, { patient_id, proxy, order_id }: Asked) {
  const held = await unpaidItems(caller, patient_id)
  return rows<{ id: string; test_name: string }>(
    sql`select i.id, i.test_name from diagnostic_items i
      where i.hospital_id = ${caller.hospital_id} and i.patient_id = ${patient_id}
        and i.order_id = ${order_id} and ${isRead(proxy)} and not (i.id${oneOf(held)})
      order by i.position`,
  )
}

/** Of an image the impression: the whole report is the paper's. */
async function openReports(caller: Caller, asked: Asked) {
  const found = await openImages(caller, asked)
  const studies = await studiesOfItems(
    caller,
    found.map(({ id }) => id),
  )
  return found.flatMap(({ id, test_name: name }) => {
    const report = studies.get(id)?.report
    if (!report) return []
    const value = [report.impression, ...report.addenda.map(({ text }) => text)].join('\n')
    return [{ name, value: value.slice(0, 8000).toWellFormed(), unit: null, range: null }]
  })
}

async function openLines(caller: Caller, { patient_id, proxy, order_id }: Asked) {
  const held = await unpaidItems(caller, patient_id)
  return diagnostic_results.read(
    sql`select ${diagnostic_results.selection('r')} from diagnostic_results r
      join diagnostic_items i on i.id = r.item_id
      where r.hospital_id = ${caller.hospital_id} and r.patient_id = ${patient_id}
        and r.order_id = ${order_id} and ${isOut(proxy)} and not (i.id${oneOf(held)})
      order by i.position, r.position`,
  )
}

/** Orders of which there is a report: for the patient's own copy those that are open in the portal. */
export const papersOfPatient = async (
  caller: Caller,
  { patient_id, own }: { patient_id: string; own: boolean },
): Promise<{ id: string; number: string }[]> => {
  const held = own ? await unpaidItems(caller, patient_id) : []
  return rows(
    sql`select o.id, o.number from diagnostic_orders o
      where o.hospital_id = ${caller.hospital_id} and o.patient_id = ${patient_id}
        and exists (select 1 from diagnostic_items i where i.order_id = o.id
          and ${own ? isOpen(false) : sql`i.status in ('RELEASED', 'PART_RELEASED')`}
          and not (i.id${oneOf(held)}))
      order by o.number`,
  )
}

/** What of an order a patient's own paper may show: lines of results, items of images (DIA-155). */
export async function openOnPaper(caller: Caller, asked: Asked): Promise<ReadonlySet<string>> {
  const lines = await openLines(caller, asked)
  const images = await openImages(caller, asked)
  if (lines.length === 0 && images.length === 0) throw noSuch('result')
  return new Set([...lines, ...images].map(({ id }) => id))
}
