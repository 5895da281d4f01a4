// What is ordered (stock 5.12).

import type { Caller } from '../../../db/core/caller.ts'
import * as drafts from '../../../db/hospital/goods/procurement/orders/drafts.ts'
import * as moves from '../../../db/hospital/goods/procurement/orders/moves.ts'
import * as orders from '../../../db/hospital/goods/procurement/orders/record.ts'
import {
  OrderChange,
  OrderFilters,
  OrderInput,
  OrderNote,
  OrderReason,
  OrderRefused,
  OrderSending,
  OrderSubmitting,
  PaperAsked,
  PurchaseOrder,
  PurchaseOrderOpened,
} from '../../../db/hospital/goods/procurement/orders/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'
import { printOrder } from './purchase-prints.ts'

const { create, file, get, list, patch, post } = nobodys

const record = byId(orders.orderRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  orders.find(caller, (await done).id)

export const door = area('purchase-orders', [
  list('/procurement/orders', {
    summary: 'Purchase orders',
    access: 'purchase:read',
    sheet: 'purchase-orders',
    filters: OrderFilters,
    each: PurchaseOrder,
    run: ({ caller, query }) => orders.list(caller, query),
  }),
  create('/procurement/orders', {
    summary: 'Write an order to a supplier',
    access: 'purchase:order',
    body: OrderInput,
    reply: PurchaseOrderOpened,
    says: 'Order written.',
    run: ({ caller, body }) => shown(caller, drafts.open(caller, body)),
  }),
  get('/procurement/orders/:id', {
    summary: 'One order',
    access: 'purchase:read',
    reply: PurchaseOrderOpened,
    run: ({ caller, params }) => orders.find(caller, params.id),
  }),
  patch('/procurement/orders/:id', {
    summary: 'Change a draft; of an order on its way only when it is expected',
    access: 'purchase:order',
    record,
    body: OrderChange,
    reply: PurchaseOrderOpened,
    says: 'Order changed.',
    run: ({ caller, params, body }) => shown(caller, drafts.change(caller, params.id, body)),
  }),
  post('/procurement/orders/:id/submit', {
    summary: 'Hand an order in for approval',
    access: 'purchase:order',
    record,
    body: OrderSubmitting,
    body_may_miss: true,
    reply: PurchaseOrderOpened,
    says: 'Order submitted.',
    run: ({ caller, params, body }) => shown(caller, moves.submit(caller, params.id, body)),
  }),
  post('/procurement/orders/:id/approve', {
    summary: 'Approve an order that somebody else made, at the next level',
    access: 'purchase:approve',
    record,
    body: OrderNote,
    body_may_miss: true,
    reply: PurchaseOrderOpened,
    says: 'Order approved.',
    run: ({ caller, params, body }) =>
      shown(caller, moves.approve(caller, params.id, body.note || null)),
  }),
  post('/procurement/orders/:id/reject', {
    summary: 'Reject an order',
    access: 'purchase:approve',
    record,
    body: OrderRefused,
    reply: PurchaseOrderOpened,
    says: 'Order rejected.',
    run: ({ caller, params, body }) => shown(caller, moves.reject(caller, params.id, body.note)),
  }),
  post('/procurement/orders/:id/revise', {
    summary: 'Make a draft of a rejected order again',
    access: 'purchase:order',
    record,
    reply: PurchaseOrderOpened,
    says: 'Order is a draft again.',
    run: ({ caller, params }) => shown(caller, moves.revise(caller, params.id)),
  }),
  post('/procurement/orders/:id/send', {
    summary: 'Send an approved order to its supplier: printed, or by e-mail with its lines',
    access: 'purchase:order',
    record,
    body: OrderSending,
    body_may_miss: true,
    reply: PurchaseOrderOpened,
    says: 'Order sent.',
    run: ({ caller, params, body }) => shown(caller, moves.send(caller, params.id, body)),
  }),
  post('/procurement/orders/:id/close-short', {
    summary: 'Wait no longer for what has not come',
    access: 'purchase:order',
    record,
    body: OrderReason,
    reply: PurchaseOrderOpened,
    says: 'Order closed.',
    run: ({ caller, params, body }) =>
      shown(caller, moves.closeShort(caller, params.id, body.reason)),
  }),
  post('/procurement/orders/:id/cancel', {
    summary: 'Cancel an order; one that was sent, by who may approve it',
    access: ['purchase:order', 'purchase:approve'],
    record,
    body: OrderReason,
    reply: PurchaseOrderOpened,
    says: 'Order cancelled.',
    run: ({ caller, params, body }) => shown(caller, moves.cancel(caller, params.id, body.reason)),
  }),
  file('/procurement/orders/:id/pdf', {
    summary: 'The order as a PDF',
    access: 'purchase:read',
    record,
    query: PaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query, facts: at }) => printOrder(caller, at, params.id, query),
  }),
])
