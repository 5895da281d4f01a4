// Orders and deliveries, in and out (commercial 2.4).

import {
  choice,
  Day,
  Flag,
  Id,
  Instant,
  listOf,
  Money,
  named,
  nullable,
  optional,
  partial,
  QueryFlag,
  Reason,
  Search,
  shape,
  type Static,
  tellsWho,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { History } from '../../history.ts'
import { document_fields, Items, line_fields, may } from '../quotations/lines/shapes.ts'
import { delivery_life } from './deliveries/record.ts'
import { deliveries } from './deliveries/tables.ts'
import { order_life } from './record.ts'
import { sales_orders } from './tables.ts'
import { delivery_states, invoice_states, order_states, reserved_states } from './words.ts'

const order = fieldsOf(sales_orders)
const none = (max: number) => nullable(Text(0, max))

const fields = {
  ...order('id'),
  reference: Text(1, 40),
  ...order('status', 'invoice_status', 'facility_id'),
  ...document_fields,
  ...order('required_by', 'client_po', 'quotation_id'),
  quotation_reference: none(50),
  ...order('store_id'),
  reserved: choice(reserved_states),
  ...order('prepay', 'confirmed_at', 'confirmed_by_name', 'override_reason'),
  late_days: nullable(Whole(1)),
  ...order('created_by_name', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(order_life.names)),
}
export const Order = named('SalesOrder', shape(fields))
export type Order = Static<typeof Order>

const Item = shape({
  ...line_fields,
  quantity_reserved: Money,
  quantity_delivered: Money,
  quantity_invoiced: Money,
  quantity_returned: Money,
  quantity_cancelled: Money,
  quantity_open: Money,
})
const opened = {
  ...fields,
  items: listOf(Item),
  bills: listOf(
    shape({
      bill_id: Id,
      number: none(40),
      total: Money,
      balance: Money,
      issued_at: nullable(Instant),
    }),
  ),
  history: History,
}
export const OrderOpened = named('SalesOrderOpened', shape(opened))
export type OrderOpened = Static<typeof OrderOpened>
export const OrderConfirmed = named(
  'SalesOrderConfirmed',
  shape({
    ...opened,
    shortages: listOf(
      shape({ product_id: Id, product: Text(0, 300), wanted: Money, reserved: Money }),
    ),
  }),
)
export type OrderConfirmed = Static<typeof OrderConfirmed>
export const OrderInvoiced = named(
  'SalesOrderInvoiced',
  shape({ order: OrderOpened, bill_id: Id, number: Text(0, 40), total: Money }),
)
export type OrderInvoiced = Static<typeof OrderInvoiced>

const own = { client_po: none(60), required_by: nullable(Day), store_id: nullable(Id) }
export const OrderInput = named(
  'SalesOrderInput',
  shape({ items: Items, ...partial({ ...may, ...own }).properties }),
)
export type OrderInput = Static<typeof OrderInput>
export const OrderChange = named('SalesOrderChange', partial({ items: Items, ...may, ...own }))
export type OrderChange = Static<typeof OrderChange>
export const ConvertQuotation = named('ConvertQuotation', partial(own))
export type ConvertQuotation = Static<typeof ConvertQuotation>

export const MayNoteOrder = partial({ note: none(300) })
export const NoteOrder = shape({ note: Reason })
export const WhyOrder = shape({ reason: Reason })
export const ConfirmOrder = partial({ prepay: Flag, override_reason: none(300), send: Flag })
export type ConfirmOrder = Static<typeof ConfirmOrder>

const about = {
  vehicle: none(60),
  driver: none(160),
  address: none(300),
  received_by: none(160),
  witness_token: none(200),
  accept_short_expiry: Flag,
}
export const FulfilOrder = partial(about)
export type FulfilOrder = Static<typeof FulfilOrder>
const lines_most = 400
export const DeliverOrder = named(
  'DeliverOrder',
  shape({
    lines: listOf(
      shape({ order_item_id: Id, quantity: Money, batch_id: optional(nullable(Id)) }),
      lines_most,
    ),
    ...partial(about).properties,
  }),
)
export type DeliverOrder = Static<typeof DeliverOrder>
export const InvoiceOrder = partial({
  lines: nullable(listOf(shape({ order_item_id: Id, quantity: Money }), lines_most)),
  date: nullable(Day),
})
export type InvoiceOrder = Static<typeof InvoiceOrder>

export const OrderFilters = {
  facility_id: optional(Id),
  search: optional(Search),
  status: optional(choice(order_states)),
  invoice_status: optional(choice(invoice_states)),
  client_id: optional(Id),
  patient_id: optional(Id),
  store_id: optional(Id),
  late: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(OrderFilters)
export type OrderFilter = Static<typeof filters>

const delivery = fieldsOf(deliveries)
const delivery_fields = {
  ...delivery('id'),
  reference: Text(1, 40),
  ...delivery('status', 'order_id'),
  order_reference: Text(0, 40),
  ...delivery('client_id', 'patient_id'),
  client_name: tellsWho('patient_id', Text(0, 200)),
  ...delivery('store_id'),
  store_name: none(120),
  ...delivery('delivered_at', 'delivered_by_name', 'vehicle', 'driver', 'address', 'received_by'),
  ...delivery('received_at', 'bill_id'),
  lines: listOf(
    shape({
      order_item_id: Id,
      description: Text(0, 300),
      product_id: nullable(Id),
      quantity: Money,
      unit: none(20),
      batches: listOf(
        shape({ batch_id: Id, lot: none(60), expiry: nullable(Day), quantity: Money }),
      ),
    }),
  ),
  ...delivery('created_at', 'updated_at', 'version'),
  moves: listOf(choice(delivery_life.names)),
}
export const Delivery = named('Delivery', shape(delivery_fields))
export type Delivery = Static<typeof Delivery>
export const DeliveryOpened = named(
  'DeliveryOpened',
  shape({ ...delivery_fields, history: History }),
)
export type DeliveryOpened = Static<typeof DeliveryOpened>
export const AcknowledgeDelivery = shape({
  received_by: Text(1, 160),
  received_at: optional(nullable(Instant)),
})
export type AcknowledgeDelivery = Static<typeof AcknowledgeDelivery>
export const ReverseDelivery = shape({ reason: Reason, witness_token: optional(none(200)) })
export type ReverseDelivery = Static<typeof ReverseDelivery>

export const DeliveryFilters = {
  facility_id: optional(Id),
  search: optional(Search),
  status: optional(choice(delivery_states)),
  order_id: optional(Id),
  client_id: optional(Id),
  store_id: optional(Id),
  invoiced: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const delivery_filters = shape(DeliveryFilters)
export type DeliveryFilter = Static<typeof delivery_filters>
export const OrderPaperAsked = partial({ lang: choice(['en', 'sw']) })
