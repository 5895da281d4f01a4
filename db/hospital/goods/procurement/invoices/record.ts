// Invoices of suppliers (3.7): their life, and as people see them.

import type { Caller } from '../../../../core/caller.ts'
import { toPercent } from '../../../../core/kinds/percent.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { givenTo, levelsOf, nextOf, shownApprovals } from '../approvals/approving.ts'
import { suppliersOf } from '../suppliers/record.ts'
import { suppliers } from '../suppliers/tables.ts'
import type { InvoicesAsked, SupplierInvoice, SupplierInvoiceOpened } from './shapes.ts'
import { supplier_invoice_lines, supplier_invoice_moves, supplier_invoices } from './tables.ts'
import { supplier_invoice_states } from './words.ts'

export type InvoiceRow = RowOf<(typeof supplier_invoices)['columns']>
export type InvoiceLine = RowOf<(typeof supplier_invoice_lines)['columns']>

const writing = 'payable:write'
const invoice_life = life('invoice', supplier_invoice_states, {
  match: { from: ['DRAFT', 'EXCEPTION'], to: ['MATCHED', 'EXCEPTION'], permission: writing },
  approve_exception: {
    from: ['EXCEPTION'],
    to: 'MATCHED',
    permission: 'purchase:approve',
  },
  post: { from: ['MATCHED'], to: ['POSTED', 'PART_PAID', 'PAID'], permission: writing },
  credit: {
    from: ['POSTED', 'PART_PAID'],
    to: ['POSTED', 'PART_PAID', 'PAID', 'CREDITED'],
    permission: writing,
  },
  cancel: {
    from: ['DRAFT', 'MATCHED', 'EXCEPTION'],
    to: 'CANCELLED',
    permission: writing,
    reason: 'required',
  },
  /** What was changed is matched anew. */
  edit: { from: ['DRAFT', 'EXCEPTION'], to: 'DRAFT', house: true },
  pay: { from: ['POSTED', 'PART_PAID'], to: ['PART_PAID', 'PAID'], house: true },
  unpay: {
    from: ['PART_PAID', 'PAID'],
    to: ['POSTED', 'PART_PAID'],
    house: true,
  },
  /** Its goods went back (STK-34), and were worth less to the supplier than they came for. */
  lower: {
    from: ['POSTED', 'PART_PAID'],
    to: ['POSTED', 'PART_PAID', 'PAID', 'CREDITED'],
    house: true,
  },
  raise: {
    from: ['POSTED', 'PART_PAID', 'PAID', 'CREDITED'],
    to: ['POSTED', 'PART_PAID'],
    house: true,
  },
})

export const invoiceRecord = recordWithLife(supplier_invoices, {
  life: invoice_life,
  type: 'supplier_invoice',
  called: ({ number }) => number,
  history: historyIn(supplier_invoice_moves),
  sequence: 'supplier_invoice',
  /** STK-145. */
  async clash({ hospital_id }, error, { supplier_id, their_key, their_number }) {
    if (!isTaken(error, 'their_key')) return error
    const same = await supplier_invoices.all({ hospital_id, supplier_id, their_key })
    const other = same.find(({ status }) => status !== 'CANCELLED')
    const seller = await suppliers.find({ hospital_id, id: supplier_id })
    return conflict(
      `Invoice ${their_number} of ${seller?.name} is already ${other?.number ?? 'there'}.`,
      'duplicate',
    )
  },
})
export const invoice_content = linesOf(supplier_invoice_lines, 'invoice_id')

/** Whatever case, blanks and leading noughts: the same number. */
export const keyOfNumber = (typed: string): string =>
  folded(typed)
    .replaceAll(/\s/g, '')
    .replace(/^0+(?=.)/, '')

export async function list(
  caller: Caller,
  asked: InvoicesAsked & PageAsked,
): Promise<Page<SupplierInvoice>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const overdue = sql`(status in ('POSTED', 'PART_PAID') and due_on < ${await today(caller)})`
  const found = await pageFrom(supplier_invoices, asked, {
    from: sql` from supplier_invoices${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.supplier_id, sql`supplier_id = ${asked.supplier_id}`),
      when(asked.order_id, sql`order_id = ${asked.order_id}`),
      when(asked.exception, sql`exceptions like ${`%"code":"${asked.exception}"%`}`),
      asked.overdue === true ? overdue : undefined,
      ...withinDays(sql`created_at`, timezone, asked),
      matching('supplier_invoices', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

async function shown(caller: Caller, found: readonly InvoiceRow[]): Promise<SupplierInvoice[]> {
  const sellers = await suppliersOf(
    caller,
    found.map(({ supplier_id }) => supplier_id),
  )
  const { major } = await purseOf(caller)
  return found.map((row) => ({
    ...row,
    reference: row.number,
    number: row.their_number,
    supplier_name: sellers.get(row.supplier_id)?.name ?? '',
    subtotal: major(row.subtotal),
    tax_amount: major(row.tax_amount),
    freight: major(row.freight),
    total: major(row.total),
    exchange_rate: 1,
    balance: major(row.balance),
    moves: invoiceRecord.moves(caller, row) as SupplierInvoice['moves'],
  }))
}

export async function find(caller: Caller, id: string): Promise<SupplierInvoiceOpened> {
  const row = await invoiceRecord.get(caller, id)
  const lines = await invoice_content.of(caller, id)
  const purse = await purseOf(caller)
  const given = await givenTo(caller, 'INVOICE_EXCEPTION', [id], row.round)
  const waits = row.status === 'EXCEPTION'
  const levels = waits ? await levelsOf(caller, { ...row, document: 'INVOICE_EXCEPTION' }) : []
  const [one] = await shown(caller, [row])
  return {
    ...(one as SupplierInvoice),
    lines: lines.map((line) => ({
      ...line,
      quantity: line.quantity / 1000,
      unit_price: purse.major(line.unit_price),
      tax_pct: toPercent(line.tax_bp),
    })),
    approvals: shownApprovals(given),
    approval_next: waits ? nextOf(levels, given.length, purse) : null,
    history: await invoiceRecord.history(caller, id),
  }
}
