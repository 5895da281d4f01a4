// What other areas ask of the laboratory (DIA-170), and what ends with a life or a record.

import type { Caller } from '../../../core/caller.ts'
import { row, rows, run } from '../../../store/connection.ts'
import { oneOf, raw, sql } from '../../../store/sql.ts'
import type { PendingOrder } from '../../neighbours/diagnostics.ts'
import type { PerformedServices, Repoint, WorkLeftBy } from '../../registry.ts'
import { onlyOf } from '../../performed.ts'
import { cancelItems } from './orders/cancelling.ts'
import { charge_source } from './orders/ordering.ts'
import { diagnostic_items } from './orders/tables.ts'
import { benchOf } from './results/lines.ts'
import type { ItemState } from './words.ts'

type Of = Pick<Caller, 'hospital_id'>

/** Unfinished only. */
export async function pendingFor(
  { hospital_id }: Of,
  asked: { visit_id: string } | { admission_id: string },
): Promise<PendingOrder[]> {
  const [column, id] =
    'visit_id' in asked ? ['visit_id', asked.visit_id] : ['admission_id', asked.admission_id]
  return rows<PendingOrder>(
    sql`select o.id as order_id, o.number as reference, o.discipline, i.test_name as test,
        i.status, i.priority, i.due_at
      from diagnostic_items i join diagnostic_orders o on o.id = i.order_id
      where o.hospital_id = ${hospital_id} and ${raw(`o.${column}`)} = ${id}
        and i.status not in ('RELEASED', 'CANCELLED')
      order by o.ordered_at, i.position`,
  )
}

export async function lastResultAt({ hospital_id }: Of, visit_id: string): Promise<string | null> {
  const found = await row<{ at: string | null }>(
    sql`select max(x.at) as at from (
        select r.released_at as at from diagnostic_orders o
          join diagnostic_results r on r.order_id = o.id
          where o.hospital_id = ${hospital_id} and o.visit_id = ${visit_id}
        union all select i.released_at as at from diagnostic_orders o
          join diagnostic_items i on i.order_id = o.id
          where o.hospital_id = ${hospital_id} and o.visit_id = ${visit_id}
      ) x`,
  )
  return found?.at ?? null
}

export async function ordersOn({ hospital_id }: Of, visit_id: string): Promise<number> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from diagnostic_orders where hospital_id = ${hospital_id}
      and visit_id = ${visit_id} and status <> 'CANCELLED'`,
  )
  return Number(found?.n ?? 0)
}

const of_patients = [
  'diagnostic_orders',
  'diagnostic_items',
  'diagnostic_results',
  'specimens',
  'critical_alerts',
] as const

export const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const moved: Record<string, string[]> = {}
  for (const table of of_patients) {
    const chosen = only === undefined ? sql`` : sql` and id${oneOf(only[table] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select id from ${raw(table)} where hospital_id = ${hospital_id}
        and patient_id = ${from}${chosen}`,
    )
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) continue
    await run(
      sql`update ${raw(table)} set patient_id = ${to}
        where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
    )
    moved[table] = ids
  }
  return moved
}

const not_begun: ReadonlySet<ItemState> = new Set(['ORDERED', 'SCHEDULED'])

/** DIA-38: what was not collected ends; what is in the laboratory goes on. */
export async function onDeath(
  caller: Caller,
  patient_id: string,
): Promise<Record<string, readonly string[]>> {
  const { hospital_id } = caller
  const waiting = await diagnostic_items.all(
    { hospital_id, patient_id, status: [...not_begun] },
    { order: ['order_id', 'position'] },
  )
  const by_order = Map.groupBy(waiting, ({ order_id }) => order_id)
  const ended: string[] = []
  for (const order_id of [...by_order.keys()].toSorted()) {
    const bench = await benchOf(caller, [order_id])
    const items = [...bench.items.values()].filter(({ status }) => not_begun.has(status))
    await cancelItems(caller, bench, items, { code: 'DIED', note: null, why: 'Died' })
    ended.push(bench.orders.get(order_id)?.number ?? order_id)
  }
  return ended.length === 0 ? {} : { diagnostics: ended }
}

const piece = 500

/** BIL-138: what was released, by the source under which it is charged. */
export const performedServices: PerformedServices = async function* ({ hospital_id }, asked) {
  let after = ''
  for (;;) {
    const found = await rows<{
      id: string
      tariff_code: string
      patient_id: string
      visit_id: string | null
      department: string | null
      released_at: string
    }>(
      sql`select i.id, i.tariff_code, i.patient_id, o.visit_id, o.department, i.released_at
        from diagnostic_items i join diagnostic_orders o on o.id = i.order_id
        where i.hospital_id = ${hospital_id} and i.id > ${after} and o.discipline = 'LAB'
          and i.released_at >= ${asked.from} and i.released_at <= ${asked.to}${onlyOf(asked, 'i.patient_id')}
        order by i.id limit ${piece}`,
    )
    const acts = found.map((one) => ({
      source: charge_source,
      source_id: one.id,
      code: one.tariff_code,
      patient_id: one.patient_id,
      visit_id: one.visit_id,
      department: one.department,
      done_at: one.released_at,
      performed_by_id: null,
    }))
    if (acts.length > 0) yield acts
    if (found.length < piece) return
    after = found.at(-1)?.id ?? ''
  }
}

/** DIA-173: orders of whoever leaves whose results nobody has read. */
export const workLeftBy: WorkLeftBy = async ({ hospital_id }, staff_id) => {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from diagnostic_orders where hospital_id = ${hospital_id}
      and ordered_by_id = ${staff_id} and reviewed_at is null
      and status in ('PART_RELEASED', 'COMPLETED')`,
  )
  return [{ label: 'results not read', count: Number(found?.n ?? 0) }]
}
