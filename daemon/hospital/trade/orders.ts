// Orders and deliveries (commercial 5.3).

import { confirm } from '../../../db/hospital/trade/orders/confirm.ts'
import * as sending from '../../../db/hospital/trade/orders/deliveries/deliver.ts'
import {
  find as findDelivery,
  list as listDeliveries,
} from '../../../db/hospital/trade/orders/deliveries/list.ts'
import * as delivered from '../../../db/hospital/trade/orders/deliveries/moves.ts'
import { deliveryRecord } from '../../../db/hospital/trade/orders/deliveries/record.ts'
import * as drafts from '../../../db/hospital/trade/orders/drafts.ts'
import * as ends from '../../../db/hospital/trade/orders/ends.ts'
import { invoice } from '../../../db/hospital/trade/orders/invoicing/invoice.ts'
import { find, list as listOrders } from '../../../db/hospital/trade/orders/list.ts'
import { orderRecord } from '../../../db/hospital/trade/orders/record.ts'
import {
  AcknowledgeDelivery,
  ConfirmOrder,
  Delivery,
  DeliveryFilters,
  DeliveryOpened,
  DeliverOrder,
  FulfilOrder,
  InvoiceOrder,
  MayNoteOrder,
  NoteOrder,
  Order,
  OrderChange,
  OrderConfirmed,
  OrderFilters,
  OrderInput,
  OrderInvoiced,
  OrderOpened,
  OrderPaperAsked,
  ReverseDelivery,
  WhyOrder,
} from '../../../db/hospital/trade/orders/shapes.ts'
import { purseOf } from '../../../db/hospital/money/accounting/purse.ts'
import { inBody, inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { movesOf } from '../moves.ts'
import { byId, create, file, get, list, patch, post } from '../words.ts'
import { printDelivery, printOrder } from './trade-prints.ts'

const record = byId(orderRecord.get)
const delivery = byId(deliveryRecord.get)
const path = '/commercial/orders'
const move = movesOf({ path, row: orderRecord.get, reply: OrderOpened, find })
const of_delivery = movesOf({
  path: '/commercial/deliveries',
  row: deliveryRecord.get,
  reply: DeliveryOpened,
  find: findDelivery,
})

export const door = area('orders', [
  list(path, {
    summary: 'Orders of clients and patients, the newest first',
    access: 'salesorder:read',
    opens: inQuery('desk', 'patient_id'),
    audit: 'sales_order.list',
    filters: OrderFilters,
    each: Order,
    run: ({ caller, query }) => listOrders(caller, query),
  }),
  create(path, {
    summary: 'Write an order',
    access: 'salesorder:write',
    opens: inBody('desk', 'patient_id'),
    body: OrderInput,
    reply: OrderOpened,
    says: 'Order written.',
    run: async ({ caller, body }) => find(caller, (await drafts.open(caller, body)).id),
  }),
  get('/commercial/orders/:id', {
    summary: 'One order, with its lines and bills',
    access: 'salesorder:read',
    opens: 'desk',
    audit: 'sales_order.read',
    record,
    reply: OrderOpened,
    run: ({ caller, params }) => find(caller, params.id),
  }),
  patch('/commercial/orders/:id', {
    summary: 'Change an order that is not confirmed',
    access: 'salesorder:write',
    opens: 'desk',
    record,
    body: OrderChange,
    reply: OrderOpened,
    says: 'Order changed.',
    run: async ({ caller, params, body }) =>
      find(caller, (await drafts.change(caller, params.id, body)).id),
  }),
  move('approve-discount', {
    summary: 'Agree with the prices of an order that somebody else wrote',
    access: 'quotation:approve',
    body: MayNoteOrder,
    body_may_miss: true,
    says: 'Prices agreed.',
    run: (caller, id, body) => drafts.approve(caller, id, body.note || null),
  }),
  move('refuse-discount', {
    summary: 'Refuse the prices of an order',
    access: 'quotation:approve',
    body: NoteOrder,
    says: 'Prices refused.',
    run: (caller, id, body) => drafts.refuse(caller, id, body.note),
  }),
  post('/commercial/orders/:id/confirm', {
    summary: 'Confirm an order: its client may owe it, its goods are held',
    access: 'salesorder:confirm',
    opens: 'desk',
    record,
    body: ConfirmOrder,
    body_may_miss: true,
    reply: OrderConfirmed,
    says: 'Order confirmed.',
    async run({ caller, params, body }) {
      const { shortages } = await confirm(caller, params.id, body)
      return { ...(await find(caller, params.id)), shortages }
    },
  }),
  create('/commercial/orders/:id/deliver', {
    summary: 'Deliver an order, in whole or in part',
    access: 'salesorder:deliver',
    opens: 'desk',
    once: true,
    record,
    body: DeliverOrder,
    reply: DeliveryOpened,
    says: 'Delivered.',
    run: async ({ caller, params, body }) =>
      findDelivery(caller, (await sending.deliver(caller, params.id, body)).id),
  }),
  create('/commercial/orders/:id/fulfil', {
    summary: 'Deliver everything that is open of an order',
    access: 'salesorder:deliver',
    opens: 'desk',
    once: true,
    record,
    body: FulfilOrder,
    body_may_miss: true,
    reply: DeliveryOpened,
    says: 'Delivered.',
    run: async ({ caller, params, body }) =>
      findDelivery(caller, (await sending.fulfil(caller, params.id, body)).id),
  }),
  post('/commercial/orders/:id/invoice', {
    summary: 'Bill what was delivered of an order',
    access: 'salesorder:invoice',
    opens: 'desk',
    once: true,
    record,
    body: InvoiceOrder,
    body_may_miss: true,
    reply: OrderInvoiced,
    says: 'Billed.',
    async run({ caller, params, body }) {
      const { bill_id, number, total } = await invoice(caller, params.id, body)
      const order = await find(caller, params.id)
      const { major } = await purseOf(caller)
      return { order, bill_id, number: number ?? '', total: major(total) }
    },
  }),
  move('close-short', {
    summary: 'Give up what is still open of an order',
    access: 'salesorder:cancel',
    body: WhyOrder,
    says: 'Closed short.',
    run: (caller, id, body) => ends.closeShort(caller, id, body.reason),
  }),
  post('/commercial/orders/:id/cancel', {
    summary: 'Cancel an order of which nothing was delivered or billed',
    access: ['salesorder:write', 'salesorder:cancel'],
    opens: 'desk',
    record,
    body: WhyOrder,
    reply: OrderOpened,
    says: 'Order cancelled.',
    run: async ({ caller, params, body }) =>
      find(caller, (await ends.cancel(caller, params.id, body.reason)).id),
  }),
  file('/commercial/orders/:id/pdf', {
    summary: 'The confirmation of an order, on paper',
    access: 'salesorder:read',
    opens: 'desk',
    audit: 'sales_order.print',
    record,
    query: OrderPaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query, facts: at }) => printOrder(caller, at, params.id, query),
  }),
  list('/commercial/deliveries', {
    summary: 'Deliveries, the newest first',
    access: 'salesorder:read',
    opens: 'many',
    audit: 'delivery.list',
    filters: DeliveryFilters,
    each: Delivery,
    run: ({ caller, query }) => listDeliveries(caller, query),
  }),
  get('/commercial/deliveries/:id', {
    summary: 'One delivery, with its lots',
    access: 'salesorder:read',
    opens: 'desk',
    audit: 'delivery.read',
    record: delivery,
    reply: DeliveryOpened,
    run: ({ caller, params }) => findDelivery(caller, params.id),
  }),
  file('/commercial/deliveries/:id/pdf', {
    summary: 'The note that goes with a delivery',
    access: 'salesorder:read',
    opens: 'desk',
    audit: 'delivery.print',
    record: delivery,
    query: OrderPaperAsked,
    content_type: 'application/pdf',
    run: ({ caller, params, query, facts: at }) => printDelivery(caller, at, params.id, query),
  }),
  of_delivery('acknowledge', {
    summary: 'Note who received a delivery',
    access: 'salesorder:deliver',
    body: AcknowledgeDelivery,
    says: 'Receipt noted.',
    run: (caller, id, body) => delivered.acknowledge(caller, id, body),
  }),
  of_delivery('reverse', {
    summary: 'Take a delivery of today back',
    access: 'salesorder:cancel',
    once: true,
    body: ReverseDelivery,
    says: 'Delivery taken back.',
    run: (caller, id, body) => delivered.reverse(caller, id, body),
  }),
])
