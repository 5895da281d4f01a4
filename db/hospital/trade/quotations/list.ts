// Quotations, the newest first, and one of them.

import type { Caller } from '../../../core/caller.ts'
import { nextDay, startOfDay } from '../../../core/clock.ts'
import { type Page, type PageAsked, pageFrom } from '../../../store/pages.ts'
import { matching } from '../../../store/search.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { inScope } from '../../office/places/facilities.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import { daysBetween } from '../../office/plans/days.ts'
import { documentsShown, linesShown } from './lines/shown.ts'
import { calledQuotation, quotation_content, quotationRecord, type QuotationRow } from './record.ts'
import type { Quotation, QuotationFilter, QuotationOpened } from './shapes.ts'
import { quotations } from './tables.ts'

export async function list(
  caller: Caller,
  asked: QuotationFilter & PageAsked,
): Promise<Page<Quotation>> {
  const { timezone } = await hospitalOf(caller)
  const { from, to } = asked
  const found = await pageFrom(quotations, asked, {
    from: sql` from quotations${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.client_id, sql`client_id = ${asked.client_id}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      when(asked.approval_status, sql`approval_status = ${asked.approval_status}`),
      when(asked.prepared_by, sql`created_by_id = ${asked.prepared_by}`),
      from === undefined ? undefined : sql`created_at >= ${startOfDay(timezone, from)}`,
      to === undefined ? undefined : sql`created_at < ${startOfDay(timezone, nextDay(to))}`,
      matching('quotations', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

async function shownMany(caller: Caller, found: readonly QuotationRow[]): Promise<Quotation[]> {
  const day = await today(caller)
  const documents = await documentsShown(caller, found)
  return found.map((row, at) => ({
    ...row,
    ...(documents[at] as (typeof documents)[number]),
    reference: calledQuotation(row),
    order_reference: row.order_number,
    days_left:
      row.status === 'SENT' && row.valid_until !== null ? daysBetween(day, row.valid_until) : null,
    moves: movesOf(caller, row),
  }))
}

/** Prices are decided on while they wait; what waits is not sent. */
export function movesOf(caller: Caller, row: QuotationRow): Quotation['moves'] {
  const waits = row.approval_status === 'PENDING'
  const sendable = !waits && row.approval_status !== 'REFUSED'
  return quotationRecord.moves(caller, row).filter((move) => {
    if (move === 'approve_discount' || move === 'refuse_discount') return waits
    return move === 'send' ? sendable : true
  })
}

const history_most = 50

export async function find(caller: Caller, id: string): Promise<QuotationOpened> {
  const row = await quotationRecord.get(caller, id)
  const [shown] = await shownMany(caller, [row])
  return {
    ...(shown as Quotation),
    items: await linesShown(caller, await quotation_content.of(caller, id)),
    history: (await quotationRecord.history(caller, id)).slice(-history_most),
  }
}
