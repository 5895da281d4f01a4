// Orders while they are written: opened, changed, made of a quotation, and their prices agreed on (3.3,
// COM-30).

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { storeInUse } from '../../goods/stock/stores/keeping.ts'
import { actingBranch } from '../../money/accounting/posting/post.ts'
import { anotherPerson } from '../../office/access/users/another-person.ts'
import { notify } from '../../office/notifications/notify.ts'
import { clientRecord } from '../clients/record.ts'
import { readDocument } from '../quotations/lines/document.ts'
import type { LineRead } from '../quotations/lines/read.ts'
import type { Totals } from '../quotations/lines/totals.ts'
import {
  calledQuotation,
  quotation_content,
  quotationRecord,
  type QuotationRow,
} from '../quotations/record.ts'
import { sharesOf } from './amounts.ts'
import { order_content, order_life, orderRecord, type OrderRow } from './record.ts'
import type { ConvertQuotation, OrderChange, OrderInput } from './shapes.ts'

const document = 'ORDER'

export async function open(caller: Caller, input: OrderInput): Promise<OrderRow> {
  const facility_id = await actingBranch(caller)
  const { said, lines } = await readDocument(caller, input, { document, facility_id })
  const row = await orderRecord.created(caller, {
    ...said,
    ...(await ownOf(caller, input)),
    invoice_status: 'NOT_INVOICED',
    facility_id,
    created_by_id: caller.user_id,
    created_by_name: caller.name,
  })
  await keepLines(caller, row, lines ?? [])
  return row
}

async function ownOf(caller: Caller, { client_po, required_by, store_id }: OrderChange) {
  if (store_id) await storeInUse(caller, store_id)
  return {
    ...(client_po === undefined ? {} : { client_po: client_po || null }),
    ...(required_by === undefined ? {} : { required_by }),
    ...(store_id === undefined ? {} : { store_id: store_id || null }),
  }
}

/** With each line's share of what the order comes to. */
async function keepLines(
  caller: Caller,
  row: { id: string } & Totals,
  lines: readonly LineRead[],
): Promise<void> {
  const parts = sharesOf(lines, row)
  const kept = lines.map(
    (
      {
        code,
        product_id,
        description,
        quantity,
        unit_price,
        line_total,
        list_price,
        unit,
        below_cost,
        discountable,
      },
      at,
    ) => ({
      code,
      product_id,
      description,
      quantity,
      unit_price,
      line_total,
      list_price,
      unit,
      below_cost,
      discountable,
      ...parts[at],
    }),
  )
  await order_content.replace(caller, row.id, kept)
}

export async function change(caller: Caller, id: string, input: OrderChange): Promise<OrderRow> {
  const row = await orderRecord.locked(caller, id)
  fresh(caller, row)
  if (row.status !== 'DRAFT') throw order_life.refusal(row.status, row.number)
  const { facility_id } = row
  const before = {
    row,
    lines: await order_content.of(caller, id),
    accepted: row.quotation_id !== null,
  }
  const { said, lines } = await readDocument(caller, input, { document, facility_id, before })
  const changes = { ...said, ...(await ownOf(caller, input)) }
  const after = await orderRecord.changed(caller, row, 'update', changes)
  await keepLines(caller, after, lines ?? before.lines)
  return after
}

/** 3.2: what was accepted, word for word; prices are not looked up again. */
export async function ofQuotation(
  caller: Caller,
  quotation_id: string,
  input: ConvertQuotation,
): Promise<OrderRow> {
  const before = await quotationRecord.begin(caller, quotation_id, 'convert')
  await refuseUnknown(caller, before)
  const lines = await quotation_content.of(caller, quotation_id)
  const row = await orderRecord.created(caller, {
    ...bodyOf(before),
    ...(await ownOf(caller, { ...input, client_po: input.client_po || before.client_po })),
    invoice_status: 'NOT_INVOICED',
    quotation_id,
    quotation_number: calledQuotation(before),
    edited_by_id: caller.user_id,
    created_by_id: caller.user_id,
    created_by_name: caller.name,
  })
  await keepLines(caller, row, lines)
  const made = { order_id: row.id, order_number: row.number }
  await quotationRecord.moved(caller, before, 'convert', made)
  return row
}

async function refuseUnknown(caller: Caller, row: QuotationRow): Promise<void> {
  const { client_id, patient_id, client_name } = row
  if (client_id === null && patient_id === null) {
    throw conflict(`Open a client for ${client_name ?? ''} first.`, 'client')
  }
  if (client_id === null) return
  const { name, status } = await clientRecord.get(caller, client_id)
  if (status !== 'ACTIVE') throw conflict(`${name} is ${status}.`, 'state')
}

const bodyOf = (row: QuotationRow) => ({
  facility_id: row.facility_id,
  client_id: row.client_id,
  client_name: row.client_name,
  patient_id: row.patient_id,
  discount_bp: row.discount_bp,
  tax_bp: row.tax_bp,
  subtotal: row.subtotal,
  discount_amount: row.discount_amount,
  taxable: row.taxable,
  tax_amount: row.tax_amount,
  total: row.total,
  notes: row.notes,
  approval_status: row.approval_status,
  approval_reasons: row.approval_reasons,
  approved_by_name: row.approved_by_name,
  approval_note: row.approval_note,
})

function mustWait({ approval_status, number }: OrderRow): void {
  if (approval_status === 'PENDING') return
  throw conflict(`Nothing of order ${number} waits for approval.`, 'approval')
}

export async function approve(caller: Caller, id: string, note: string | null): Promise<OrderRow> {
  const before = await orderRecord.begin(caller, id, 'approve_discount')
  mustWait(before)
  await anotherPerson(caller, before.edited_by_id, 'quotation:approve')
  const agreed = {
    approval_status: 'APPROVED' as const,
    approved_by_name: caller.name,
    approval_note: note,
  }
  return orderRecord.moved(caller, before, 'approve_discount', agreed, note)
}

export async function refuse(caller: Caller, id: string, note: string): Promise<OrderRow> {
  const before = await orderRecord.begin(caller, id, 'refuse_discount')
  mustWait(before)
  await anotherPerson(caller, before.edited_by_id, 'quotation:approve')
  const changes = { approval_status: 'REFUSED' as const, approval_note: note }
  await tell(caller, before, `The prices of order ${before.number} were refused`, note)
  return orderRecord.moved(caller, before, 'refuse_discount', changes, note)
}

/** Who wrote it, where that is another. */
export async function tell(
  caller: Caller,
  { id, created_by_id }: OrderRow,
  title: string,
  body: string,
): Promise<void> {
  if (created_by_id === null || created_by_id === caller.user_id) return
  await notify(caller, {
    to: { user: created_by_id },
    kind: 'order.moved',
    title,
    body,
    entity: { type: 'sales_order', id },
  })
}
