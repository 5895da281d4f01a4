// Payments to suppliers (3.7): their life, and as people see them.

import type { Caller } from '../../../../core/caller.ts'
import { life } from '../../../../core/states.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { fundingOf } from '../../../money/accounting/funding/funding.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { givenTo, levelsOf, nextOf, shownApprovals } from '../approvals/approving.ts'
import { supplier_invoices } from '../invoices/tables.ts'
import { suppliersOf } from '../suppliers/record.ts'
import type { PaymentsAsked, SupplierPayment, SupplierPaymentOpened } from './shapes.ts'
import { supplier_payment_lines, supplier_payment_moves, supplier_payments } from './tables.ts'
import { supplier_payment_states } from './words.ts'

export type PaymentRow = RowOf<(typeof supplier_payments)['columns']>
export type Allocation = RowOf<(typeof supplier_payment_lines)['columns']>

const approving = 'payable:approve'
const payment_life = life('payment', supplier_payment_states, {
  submit: { from: ['DRAFT'], to: 'SUBMITTED', permission: 'payable:write' },
  approve: { from: ['SUBMITTED'], to: 'APPROVED', permission: approving },
  reject: { from: ['SUBMITTED'], to: 'REJECTED', permission: approving, reason: 'required' },
  pay: { from: ['APPROVED'], to: 'PAID', permission: 'payable:pay' },
  void: { from: ['PAID'], to: 'VOIDED', permission: approving, reason: 'required' },
  edit: { from: ['DRAFT'], to: 'DRAFT', house: true },
})

export const paymentRecord = recordWithLife(supplier_payments, {
  life: payment_life,
  type: 'supplier_payment',
  called: ({ number }) => number,
  history: historyIn(supplier_payment_moves),
  sequence: 'supplier_payment',
})
export const payment_content = linesOf(supplier_payment_lines, 'payment_id')

export async function list(
  caller: Caller,
  asked: PaymentsAsked & PageAsked,
): Promise<Page<SupplierPayment>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(supplier_payments, asked, {
    from: sql` from supplier_payments${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.supplier_id, sql`supplier_id = ${asked.supplier_id}`),
      ...withinDays(sql`created_at`, timezone, asked),
      matching('supplier_payments', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

async function shown(caller: Caller, found: readonly PaymentRow[]): Promise<SupplierPayment[]> {
  const sellers = await suppliersOf(
    caller,
    found.map(({ supplier_id }) => supplier_id),
  )
  const names = new Map<string, string>()
  for (const id of new Set(found.map(({ funding_account_id }) => funding_account_id))) {
    names.set(id, (await fundingOf(caller, id))?.name ?? '')
  }
  const { major } = await purseOf(caller)
  return found.map((row) => ({
    ...row,
    reference: row.number,
    supplier_name: sellers.get(row.supplier_id)?.name ?? '',
    funding_account_name: names.get(row.funding_account_id) ?? '',
    amount: major(row.amount),
    wht_amount: major(row.wht_amount),
    vat_withheld: major(row.vat_withheld),
    paid: major(row.paid),
    advance: major(row.advance),
    moves: paymentRecord.moves(caller, row) as SupplierPayment['moves'],
  }))
}

export async function find(caller: Caller, id: string): Promise<SupplierPaymentOpened> {
  const row = await paymentRecord.get(caller, id)
  const lines = await payment_content.of(caller, id)
  const invoices = await supplier_invoices.all({
    hospital_id: caller.hospital_id,
    id: lines.map(({ invoice_id }) => invoice_id),
  })
  const purse = await purseOf(caller)
  const given = await givenTo(caller, 'SUPPLIER_PAYMENT', [id], row.round)
  const waits = row.status === 'SUBMITTED'
  const levels = waits
    ? await levelsOf(caller, { ...row, document: 'SUPPLIER_PAYMENT', total: row.amount })
    : []
  const [one] = await shown(caller, [row])
  return {
    ...(one as SupplierPayment),
    allocations: lines.map(({ invoice_id, amount }) => {
      const of = invoices.find((invoice) => invoice.id === invoice_id)
      return {
        invoice_id,
        reference: of?.number ?? '',
        number: of?.their_number ?? '',
        amount: purse.major(amount),
      }
    }),
    approvals: shownApprovals(given),
    approval_next: waits ? nextOf(levels, given.length, purse) : null,
    history: await paymentRecord.history(caller, id),
  }
}
