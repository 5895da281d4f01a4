// What is paid to suppliers (stock 5.13).

import type { Caller } from '../../../db/core/caller.ts'
import * as drafts from '../../../db/hospital/goods/procurement/payments/drafts.ts'
import * as paying from '../../../db/hospital/goods/procurement/payments/paying.ts'
import * as payments from '../../../db/hospital/goods/procurement/payments/record.ts'
import {
  Paying,
  PaymentChange,
  PaymentFilters,
  PaymentInput,
  PaymentNote,
  PaymentReason,
  PaymentRefused,
  SupplierPayment,
  SupplierPaymentOpened,
} from '../../../db/hospital/goods/procurement/payments/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch, post } = nobodys

const record = byId(payments.paymentRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  payments.find(caller, (await done).id)

export const door = area('supplier-payments', [
  list('/procurement/payments', {
    summary: 'Payments to suppliers',
    access: 'payable:read',
    filters: PaymentFilters,
    each: SupplierPayment,
    run: ({ caller, query }) => payments.list(caller, query),
  }),
  create('/procurement/payments', {
    summary: 'Write a payment to a supplier',
    access: 'payable:write',
    once: true,
    body: PaymentInput,
    reply: SupplierPaymentOpened,
    says: 'Payment written.',
    run: ({ caller, body }) => shown(caller, drafts.open(caller, body)),
  }),
  get('/procurement/payments/:id', {
    summary: 'One payment to a supplier',
    access: 'payable:read',
    reply: SupplierPaymentOpened,
    run: ({ caller, params }) => payments.find(caller, params.id),
  }),
  patch('/procurement/payments/:id', {
    summary: 'Change a payment before it is submitted',
    access: 'payable:write',
    record,
    body: PaymentChange,
    reply: SupplierPaymentOpened,
    says: 'Payment changed.',
    run: ({ caller, params, body }) => shown(caller, drafts.change(caller, params.id, body)),
  }),
  post('/procurement/payments/:id/submit', {
    summary: 'Hand a payment in for approval',
    access: 'payable:write',
    record,
    reply: SupplierPaymentOpened,
    says: 'Payment submitted.',
    run: ({ caller, params }) => shown(caller, paying.submit(caller, params.id)),
  }),
  post('/procurement/payments/:id/approve', {
    summary: 'Approve a payment that somebody else made',
    access: 'payable:approve',
    record,
    body: PaymentNote,
    body_may_miss: true,
    reply: SupplierPaymentOpened,
    says: 'Payment approved.',
    run: ({ caller, params, body }) =>
      shown(caller, paying.approve(caller, params.id, body.note || null)),
  }),
  post('/procurement/payments/:id/reject', {
    summary: 'Reject a payment',
    access: 'payable:approve',
    record,
    body: PaymentRefused,
    reply: SupplierPaymentOpened,
    says: 'Payment rejected.',
    run: ({ caller, params, body }) => shown(caller, paying.reject(caller, params.id, body.note)),
  }),
  post('/procurement/payments/:id/pay', {
    summary: 'Pay what somebody else approved, less what is withheld',
    access: 'payable:pay',
    once: true,
    record,
    body: Paying,
    body_may_miss: true,
    reply: SupplierPaymentOpened,
    says: 'Supplier paid.',
    run: ({ caller, params, body }) => shown(caller, paying.pay(caller, params.id, body)),
  }),
  post('/procurement/payments/:id/void', {
    summary: 'Take back a payment that did not reach the supplier',
    access: 'payable:approve',
    once: true,
    record,
    body: PaymentReason,
    reply: SupplierPaymentOpened,
    says: 'Payment voided.',
    run: ({ caller, params, body }) => shown(caller, paying.voided(caller, params.id, body.reason)),
  }),
])
