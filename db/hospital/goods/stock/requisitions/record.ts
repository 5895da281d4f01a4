// Requisitions (3.4): asked for, approved by another, issued, received, closed.

import type { Caller } from '../../../../core/caller.ts'
import { life } from '../../../../core/states.ts'
import { rows } from '../../../../store/connection.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { patientRows } from '../../../desk/patients/register/view.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { batches } from '../pool/tables.ts'
import { productName, productsOf } from '../products/record.ts'
import { storesOf } from '../stores/keeping.ts'
import { useOf } from '../use/consumption.ts'
import type { Requisition, RequisitionOpened, RequisitionsAsked } from './shapes.ts'
import {
  requisition_batches,
  requisition_lines,
  requisition_moves,
  requisitions,
} from './tables.ts'
import { requisition_states } from './words.ts'

export type RequisitionRow = RowOf<(typeof requisitions)['columns']>
export type RequisitionLine = RowOf<(typeof requisition_lines)['columns']>
export type IssuedBatch = RowOf<(typeof requisition_batches)['columns']>

const writing = 'requisition:write'
const approving = 'requisition:approve'
const issuing = 'requisition:issue'

const requisition_life = life('requisition', requisition_states, {
  submit: { from: ['DRAFT'], to: 'SUBMITTED', permission: writing },
  // What was issued in an emergency is approved afterwards (STK-56).
  approve: {
    from: ['SUBMITTED', 'PART_ISSUED', 'ISSUED', 'CLOSED'],
    to: ['APPROVED', 'PART_ISSUED', 'ISSUED', 'CLOSED'],
    permission: approving,
  },
  reject: { from: ['SUBMITTED'], to: 'REJECTED', permission: approving, reason: 'required' },
  issue: {
    from: ['SUBMITTED', 'APPROVED', 'PART_ISSUED'],
    to: ['PART_ISSUED', 'ISSUED'],
    permission: issuing,
  },
  receive: {
    from: ['PART_ISSUED', 'ISSUED'],
    to: ['PART_ISSUED', 'ISSUED', 'CLOSED'],
    permission: writing,
  },
  close: {
    from: ['PART_ISSUED', 'ISSUED'],
    to: 'CLOSED',
    permission: issuing,
    reason: 'required',
  },
  cancel: {
    from: ['DRAFT', 'SUBMITTED', 'APPROVED'],
    to: 'CANCELLED',
    permission: writing,
    reason: 'required',
  },
})

export const requisitionRecord = recordWithLife(requisitions, {
  life: requisition_life,
  called: ({ number }) => number,
  history: historyIn(requisition_moves),
  sequence: 'requisition',
})
export const requisition_content = linesOf(requisition_lines, 'requisition_id')
export const issued_batches = linesOf(requisition_batches, 'requisition_id')

export async function list(
  caller: Caller,
  asked: RequisitionsAsked & PageAsked,
): Promise<Page<Requisition>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(requisitions, asked, {
    from: sql` from requisitions${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all'
        ? undefined
        : sql`(facility_id${oneOf(scope)}
            or from_store_id in (select id from stores where facility_id${oneOf(scope)}))`,
      when(asked.from_store_id, sql`from_store_id = ${asked.from_store_id}`),
      when(asked.to_store_id, sql`to_store_id = ${asked.to_store_id}`),
      when(asked.department, sql`department = ${asked.department}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.priority, sql`priority = ${asked.priority}`),
      when(asked.unapproved === true, sql`issues > 0 and approved_by_name is null`),
      ...withinDays(sql`created_at`, timezone, asked),
      matching('requisitions', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

async function shown(caller: Caller, found: readonly RequisitionRow[]): Promise<Requisition[]> {
  const places = await storesOf(
    caller,
    found.flatMap(({ from_store_id, to_store_id }) => [from_store_id, to_store_id]),
  )
  const patients = await patientRows(
    caller,
    found.flatMap(({ patient_id }) => patient_id ?? []),
  )
  return found.map((row) => ({
    ...row,
    patient_name: patients.get(row.patient_id ?? '')?.full_name ?? null,
    patient_number: patients.get(row.patient_id ?? '')?.number ?? null,
    reference: row.number,
    from_store_name: places.get(row.from_store_id)?.name ?? '',
    to_store_name: places.get(row.to_store_id)?.name ?? '',
    moves: requisitionRecord.moves(caller, row).filter((move) => isOpenTo(row, move)),
  }))
}

/** STK-56: only an emergency is issued unapproved, and only that is approved late. */
export function isOpenTo(
  { status, priority, approved_by_name }: RequisitionRow,
  move: string,
): boolean {
  if (move === 'issue') return status !== 'SUBMITTED' || priority === 'EMERGENCY'
  if (move === 'approve') return status === 'SUBMITTED' || approved_by_name === null
  return true
}

export async function find(caller: Caller, id: string): Promise<RequisitionOpened> {
  const row = await requisitionRecord.get(caller, id)
  const [requisition] = await shown(caller, [row])
  const lines = await requisition_content.of(caller, id)
  const issued = await issued_batches.of(caller, id)
  const ids = lines.map(({ product_id }) => product_id)
  const products = await productsOf(caller, ids)
  const there = await lyingThere(caller, row.to_store_id, ids)
  const use = await useOf(caller, ids, { store_id: row.to_store_id, facilities: 'all' })
  const lots = await batches.all({
    hospital_id: caller.hospital_id,
    id: [...new Set(issued.map(({ batch_id }) => batch_id))],
  })
  return {
    ...(requisition as Requisition),
    lines: lines.map((line) => ({
      ...line,
      product_name: productName(products.get(line.product_id) ?? { name: '', strength: null }),
      requested: line.requested / 1000,
      on_hand_there: (there.get(line.product_id) ?? 0) / 1000,
      ...needOf(line, there.get(line.product_id) ?? 0, use.get(line.product_id) ?? null),
      approved: line.approved === null ? null : line.approved / 1000,
      issued: line.issued / 1000,
      received: line.received / 1000,
      short: Math.max(0, (line.approved ?? line.requested) - line.issued) / 1000,
      batches: issued
        .filter(({ line_id }) => line_id === line.id)
        .map((one) => {
          const lot = lots.find(({ id: of }) => of === one.batch_id)
          return {
            product_id: one.product_id,
            batch_id: one.batch_id,
            lot: lot?.lot ?? null,
            expiry: lot?.expiry ?? null,
            issued: one.sent / 1000,
            received: one.received === null ? null : one.received / 1000,
            reason: one.reason,
          }
        }),
    })),
    history: await requisitionRecord.history(caller, id),
  }
}

/** More than so many months of use are too much (STK-55). */
const months_most = 3

function needOf({ requested }: RequisitionLine, lying: number, use: number | null) {
  if (use === null || use === 0) return { amc_there: null, months_there: null, mark: null }
  const mark = requested > use * months_most ? ('HIGH' as const) : null
  return {
    amc_there: Math.round(use) / 1000,
    months_there: Math.round((lying * 10) / use) / 10,
    mark,
  }
}

/** What the store that asks has of it (STK-55). */
async function lyingThere(
  { hospital_id }: Caller,
  store_id: string,
  product_ids: readonly string[],
): Promise<Map<string, number>> {
  const found = await rows<{ product_id: string; quantity: number }>(
    sql`select product_id, cast(sum(quantity) as bigint) as quantity from stock_levels
      where hospital_id = ${hospital_id} and store_id = ${store_id}
        and product_id${oneOf([...product_ids])} group by product_id`,
  )
  return new Map(found.map(({ product_id, quantity }) => [product_id, Number(quantity)]))
}
