// Money for bills, and its receipts (billing 5.2, 5.3).

import {
  list as payments,
  find,
  reverse,
  paymentRecord,
} from '../../../db/hospital/money/billing/payments/list.ts'
import { bounce, clear } from '../../../db/hospital/money/billing/payments/clearing.ts'
import { PaidMany } from '../../../db/hospital/money/billing/payments/paid-many.ts'
import { payMany } from '../../../db/hospital/money/billing/payments/pay-many.ts'
import { reallocate } from '../../../db/hospital/money/billing/payments/reallocate.ts'
import {
  BounceInput,
  ClearInput,
  ManyInput,
  Paid,
  Payment,
  PaymentFilters,
  PaymentInput,
  ReallocateInput,
  ReverseInput,
} from '../../../db/hospital/money/billing/payments/shapes.ts'
import {
  Sale,
  SaleFilters,
  SaleInput,
  SaleRow,
} from '../../../db/hospital/money/billing/bills/input-shapes.ts'
import { listSales } from '../../../db/hospital/money/billing/sales/sale-list.ts'
import { sell } from '../../../db/hospital/money/billing/sales/sales.ts'
import { pay } from '../../../db/hospital/money/billing/payments/payments.ts'
import { billRecord } from '../../../db/hospital/money/billing/bills/rows.ts'
import { area } from '../../edge/route.ts'
import { movesOf } from '../moves.ts'
import { inBody } from '../../edge/opens.ts'
import { byId, create, get, list } from '../words.ts'

const move = movesOf({ path: '/billing/payments', row: paymentRecord.get, reply: Payment, find })

export const door = area('billing-money', [
  create('/billing/bills/:id/payments', {
    summary: 'Take money for a bill, ask for a waiver, or move a part to a scheme',
    access: ['payment:create', 'waiver:request', 'claim:manage'],
    opens: 'desk',
    once: true,
    record: byId(billRecord.get),
    body: PaymentInput,
    reply: Paid,
    says: 'Payment recorded.',
    run: ({ caller, params, body }) => pay(caller, params.id, body),
  }),
  create('/billing/sales', {
    summary: 'Sell over the counter: bill, money and receipt at once',
    access: 'sale:create',
    opens: inBody('desk', 'patient_id'),
    once: true,
    body: SaleInput,
    reply: Sale,
    says: 'Sold.',
    run: ({ caller, body }) => sell(caller, body),
  }),
  list('/billing/sales', {
    summary: 'Counter sales',
    access: 'bill:read',
    opens: 'many',
    audit: 'sale.list',
    filters: SaleFilters,
    each: SaleRow,
    run: ({ caller, query }) => listSales(caller, query),
  }),
  list('/billing/payments', {
    summary: 'Payments',
    access: 'payment:read',
    opens: 'many',
    audit: 'payment.list',
    filters: PaymentFilters,
    each: Payment,
    totals: true,
    run: ({ caller, query }) => payments(caller, query),
  }),
  create('/billing/payments', {
    summary: 'Take money of one payer for several bills',
    access: 'payment:create',
    opens: 'many',
    once: true,
    body: ManyInput,
    reply: PaidMany,
    says: 'Payment recorded.',
    run: ({ caller, body }) => payMany(caller, body),
  }),
  get('/billing/payments/:id', {
    summary: 'One payment',
    access: 'payment:read',
    opens: 'desk',
    audit: 'payment.read',
    record: byId(paymentRecord.get),
    reply: Payment,
    run: ({ caller, params }) => find(caller, params.id),
  }),
  move('reverse', {
    summary: 'Take a payment back',
    access: 'payment:reverse',
    once: true,
    body: ReverseInput,
    says: 'Payment reversed.',
    run: (caller, id, { reason }) => reverse(caller, id, reason),
  }),
  move('reallocate', {
    summary: 'Put money on another bill of the same payer',
    access: 'payment:reallocate',
    once: true,
    body: ReallocateInput,
    says: 'Payment moved.',
    run: (caller, id, body) => reallocate(caller, id, body),
  }),
  move('clear', {
    summary: 'The bank has the money',
    access: 'payment:clear',
    body: ClearInput,
    body_may_miss: true,
    says: 'Payment cleared.',
    run: (caller, id, body) => clear(caller, id, body?.cleared_on ?? null),
  }),
  move('bounce', {
    summary: 'A cheque came back',
    access: 'payment:clear',
    once: true,
    body: BounceInput,
    says: 'Cheque bounced.',
    run: (caller, id, body) => bounce(caller, id, body),
  }),
])
