// Money for bills, and its receipts (billing 5.2, 5.3).

import { list as payments, find, reverse, rowOf } from '../../db/hospital/billing/payment-list.ts'
import {
  Paid,
  Payment,
  PaymentFilters,
  PaymentInput,
  ReverseInput,
} from '../../db/hospital/billing/payment-shapes.ts'
import { Sale, SaleFilters, SaleInput, SaleRow } from '../../db/hospital/billing/input-shapes.ts'
import { listSales } from '../../db/hospital/billing/sale-list.ts'
import { sell } from '../../db/hospital/billing/sales.ts'
import { pay } from '../../db/hospital/billing/payments.ts'
import { rowOf as billRow } from '../../db/hospital/billing/rows.ts'
import { area } from '../route.ts'
import { create, get, list, post } from './words.ts'

export const door = area('billing-money', [
  create('/billing/bills/:id/payments', {
    summary: 'Take money for a bill, or ask for a waiver',
    access: ['payment:create', 'waiver:request'],
    once: true,
    record: (caller, { id }) => billRow(caller, id),
    body: PaymentInput,
    reply: Paid,
    says: 'Payment recorded.',
    run: ({ caller, params, body }) => pay(caller, params.id, body),
  }),
  create('/billing/sales', {
    summary: 'Sell over the counter: bill, money and receipt at once',
    access: 'sale:create',
    once: true,
    body: SaleInput,
    reply: Sale,
    says: 'Sold.',
    run: ({ caller, body }) => sell(caller, body),
  }),
  list('/billing/sales', {
    summary: 'Counter sales',
    access: 'bill:read',
    filters: SaleFilters,
    each: SaleRow,
    run: ({ caller, query }) => listSales(caller, query),
  }),
  list('/billing/payments', {
    summary: 'Payments',
    access: 'payment:read',
    filters: PaymentFilters,
    each: Payment,
    run: ({ caller, query }) => payments(caller, query),
  }),
  get('/billing/payments/:id', {
    summary: 'One payment',
    access: 'payment:read',
    reply: Payment,
    run: ({ caller, params }) => find(caller, params.id),
  }),
  post('/billing/payments/:id/reverse', {
    summary: 'Take a payment back',
    access: 'payment:reverse',
    once: true,
    record: (caller, { id }) => rowOf(caller, id),
    body: ReverseInput,
    reply: Payment,
    says: 'Payment reversed.',
    run: ({ caller, params, body }) => reverse(caller, params.id, body.reason),
  }),
])
