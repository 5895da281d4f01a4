// Orders and items as people see them.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { type Page, paged, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { clinicalOpenTo } from '../../../care/clinical/open-to.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { byNumber } from '../../../desk/patients/register/find.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { studiesOfItems } from '../../../neighbours/imaging.ts'
import { isSettled } from '../../../money/billing/charges/clearance.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { settingsOf } from '../catalogue/settings.ts'
import type { LineRow } from '../results/lines.ts'
import { restrictedIn, restrictedOpenTo } from '../results/seen.ts'
import { linesOfItems, resultShown } from '../results/view.ts'
import { specimens } from '../specimens/tables.ts'
import type { ItemState, ResultFlag } from '../words.ts'
import { charge_source } from './ordering.ts'
import { type ItemRow, type OrderRow, orderRecord } from './record.ts'
import type {
  DiagnosticOrder,
  Item,
  OrderFilter,
  OrderShown,
  PatientFilter,
  PatientItem,
} from './shapes.ts'
import { diagnostic_items, diagnostic_orders } from './tables.ts'

const running = new Set<ItemState>(['RELEASED', 'CANCELLED'])

export function overdueMinutes({
  status,
  due_at,
  clock_started_at,
}: Pick<ItemRow, 'status' | 'due_at' | 'clock_started_at'>): number | null {
  if (running.has(status) || due_at === null || clock_started_at === null) return null
  const late = Math.floor((clock.ms() - Date.parse(due_at)) / 60_000)
  return late > 0 ? late : null
}

/** The worst of an item, where it is out. */
const worst: readonly (ResultFlag | null)[] = [
  'CRITICAL',
  'CRITICAL_LOW',
  'CRITICAL_HIGH',
  'ABNORMAL',
  'LOW',
  'HIGH',
  'NORMAL',
]
function worstOf(lines: readonly LineRow[]): ResultFlag | null {
  const out = new Set(lines.filter(({ status }) => status === 'RELEASED').map(({ flag }) => flag))
  return worst.find((flag) => out.has(flag)) ?? null
}

const itemsOf = ({ hospital_id }: Caller, order_ids: readonly string[]): Promise<ItemRow[]> =>
  diagnostic_items.all(
    { hospital_id, order_id: [...order_ids] },
    { order: ['order_id', 'position'] },
  )

export async function list(
  caller: Caller,
  asked: OrderFilter & PageAsked,
): Promise<Page<OrderShown>> {
  const found = await pageFrom(diagnostic_orders, asked, {
    alias: 'o',
    from: sql` from diagnostic_orders o${where(await conditions(caller, asked))}`,
    order: sql` order by o.ordered_at desc, o.id desc`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

async function conditions(caller: Caller, asked: OrderFilter): Promise<(Sql | undefined)[]> {
  const { timezone } = await hospitalOf(caller)
  const scope = await scopeOf(caller, undefined)
  const has = (condition: Sql): Sql =>
    sql`exists (select 1 from diagnostic_items i where i.order_id = o.id and ${condition})`
  return [
    sql`o.hospital_id = ${caller.hospital_id}`,
    scope === 'all' ? undefined : sql`o.facility_id${oneOf(scope)}`,
    has(await restrictedIn(caller, asked.patient_id)),
    when(asked.status, sql`o.status = ${asked.status}`),
    when(asked.discipline, sql`o.discipline = ${asked.discipline}`),
    when(asked.priority, sql`o.priority = ${asked.priority}`),
    when(asked.section_id, has(sql`i.section_id = ${asked.section_id}`)),
    when(asked.patient_id, sql`o.patient_id = ${asked.patient_id}`),
    when(asked.visit_id, sql`o.visit_id = ${asked.visit_id}`),
    when(asked.admission_id, sql`o.admission_id = ${asked.admission_id}`),
    when(asked.staff_id, sql`o.ordered_by_id = ${asked.staff_id}`),
    when(asked.department, sql`lower(o.department) = ${asked.department?.trim().toLowerCase()}`),
    when(asked.mine, sql`o.by_id = ${caller.user_id ?? ''}`),
    when(
      asked.unreviewed,
      sql`o.reviewed_at is null and o.status in ('PART_RELEASED', 'COMPLETED')`,
    ),
    when(
      asked.overdue,
      has(sql`i.clock_started_at is not null and i.due_at < ${clock.instant()}
        and i.status not in ('RELEASED', 'CANCELLED')`),
    ),
    ...withinDays(sql`o.ordered_at`, timezone, { from: asked.from, to: asked.to }),
    await searched(caller, asked.search),
    await clinicalOpenTo(caller, asked.patient_id, 'o'),
  ]
}

/** By the numbers of the order, of a tube, or of the patient; a name does not find anybody here. */
async function searched(caller: Caller, typed: string | undefined): Promise<Sql | undefined> {
  const word = typed?.trim().toUpperCase()
  if (!word) return undefined
  const patients = await byNumber(caller, word)
  return sql`(o.number = ${word} or o.patient_id${oneOf(patients)}
    or exists (select 1 from specimens s where s.order_id = o.id and s.number = ${word}))`
}

async function shownAll(caller: Caller, found: readonly OrderRow[]): Promise<OrderShown[]> {
  const ids = found.map(({ id }) => id)
  const items = Map.groupBy(await openItems(caller, found, ids), ({ order_id }) => order_id)
  const lines = await linesOfItems(
    caller,
    [...items.values()].flat().map(({ id }) => id),
  )
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    const own = items.get(row.id) ?? []
    const tests = own.map(({ id, test_code, test_name, status }) => ({
      id,
      test_code,
      test_name,
      status,
      flag: worstOf(lines.get(id) ?? []),
    }))
    return [{ ...row, reference: row.number, patient, tests, ...dueOf(own) }]
  })
}

/** Restricted items are not there for whom they are not open to. */
async function openItems(
  caller: Caller,
  orders: readonly OrderRow[],
  ids: readonly string[],
): Promise<ItemRow[]> {
  const items = await itemsOf(caller, ids)
  if (!items.some(({ restricted }) => restricted)) return items
  const opens = await restrictedOpenTo(
    caller,
    orders.map(({ patient_id }) => patient_id),
  )
  const by_id = new Map(orders.map((one) => [one.id, one]))
  return items.filter((item) => {
    const order = by_id.get(item.order_id)
    return !item.restricted || (order !== undefined && opens(order))
  })
}

function dueOf(items: readonly ItemRow[]) {
  const live = items.filter(({ status }) => !running.has(status))
  const due = live.flatMap(({ due_at }) => due_at ?? []).toSorted()
  const late = live.flatMap((item) => overdueMinutes(item) ?? [])
  return { due_at: due.at(-1) ?? null, overdue_minutes: late.length > 0 ? Math.max(...late) : null }
}

export async function whole(
  caller: Caller,
  { id }: Pick<OrderRow, 'id'>,
  warnings: readonly GateResult[] = [],
): Promise<DiagnosticOrder> {
  const row = await orderRecord.get(caller, id)
  const [shown] = await shownAll(caller, [row])
  const items = await openItems(caller, [row], [id])
  if (shown === undefined || items.length === 0) throw noSuch('order')
  const { hospital_id } = caller
  const tubes = await specimens.all({ hospital_id, order_id: id }, { order: ['number'] })
  return {
    ...row,
    ...shown,
    items: await itemsShown(caller, items),
    specimens: tubes,
    warnings: [...warnings],
    moves: orderRecord.moves(caller, row),
    history: await orderRecord.history(caller, id),
  }
}

async function itemsShown(caller: Caller, items: readonly ItemRow[]): Promise<Item[]> {
  const settings = await settingsOf(caller)
  const lines = await linesOfItems(
    caller,
    items.map(({ id }) => id),
  )
  const studies = await studiesOfItems(
    caller,
    items.map(({ id }) => id),
  )
  const shown: Item[] = []
  for (const item of items) {
    const results = (lines.get(item.id) ?? []).map((line) => resultShown(caller, settings, line))
    const overdue_minutes = overdueMinutes(item)
    const study = studies.get(item.id) ?? null
    const clearance = await clearanceOf(caller, item)
    shown.push({ ...item, overdue_minutes, results, study, clearance })
  }
  return shown
}

/** Billing's answer; what is due is for who reads bills. */
async function clearanceOf(caller: Caller, item: ItemRow): Promise<Item['clearance']> {
  if (item.status === 'CANCELLED') return null
  const { may_proceed, reason, due, message } = await isSettled(caller, charge_source, item.id)
  const reads = can(caller, 'bill:read')
  return { may_proceed, reason, due: reads ? due : null, message: reads ? message : null }
}

/** One patient's own, the newest first; restricted tests only for whom they are open to. */
export async function ofPatient(
  caller: Caller,
  patient_id: string,
  asked: PatientFilter & PageAsked,
): Promise<Page<PatientItem>> {
  const { timezone } = await hospitalOf(caller)
  const flagged = sql`exists (select 1 from diagnostic_results r where r.item_id = i.id
    and r.status = 'RELEASED' and r.flag = ${asked.flag})`
  const found = await paged<{
    id: string
    number: string
    by: string
    discipline: 'LAB' | 'IMAGING'
  }>(asked, {
    select: sql`i.id, o.number, o.ordered_by_name as by, o.discipline`,
    from: sql` from diagnostic_items i join diagnostic_orders o on o.id = i.order_id${where([
      sql`i.hospital_id = ${caller.hospital_id}`,
      sql`i.patient_id = ${patient_id}`,
      await restrictedIn(caller, patient_id),
      when(asked.discipline, sql`o.discipline = ${asked.discipline}`),
      when(asked.code, sql`i.test_code = ${asked.code}`),
      when(asked.status, sql`i.status = ${asked.status}`),
      when(asked.flag, flagged),
      when(asked.pending, sql`i.status not in ('RELEASED', 'CANCELLED')`),
      ...withinDays(sql`i.ordered_at`, timezone, { from: asked.from, to: asked.to }),
      await clinicalOpenTo(caller, patient_id, 'o'),
    ])}`,
    order: sql` order by i.ordered_at desc, i.id desc`,
  })
  const { hospital_id } = caller
  const ids = found.rows.map(({ id }) => id)
  const items = new Map(
    (ids.length === 0 ? [] : await diagnostic_items.all({ hospital_id, id: ids })).map((one) => [
      one.id,
      one,
    ]),
  )
  const lines = await linesOfItems(caller, ids)
  const studies = await studiesOfItems(caller, ids)
  const settings = await settingsOf(caller)
  const shown = found.rows.flatMap(({ id, number, by, discipline }) => {
    const item = items.get(id)
    if (item === undefined) return []
    const results = (lines.get(id) ?? []).map((line) => resultShown(caller, settings, line))
    const overdue_minutes = overdueMinutes(item)
    return [
      {
        ...item,
        overdue_minutes,
        results,
        study: studies.get(id) ?? null,
        reference: number,
        discipline,
        ordered_by_name: by,
      },
    ]
  })
  return { ...found, rows: shown }
}
