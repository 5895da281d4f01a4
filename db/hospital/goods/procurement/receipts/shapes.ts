import {
  choice,
  Day,
  Decimal,
  form,
  Id,
  listOf,
  Money,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  QueryFlag,
  Search,
  shape,
  some,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { fundings } from '../../stock/pool/words.ts'
import { WitnessToken } from '../../stock/witness/shapes.ts'
import { goods_receipt_lines, goods_receipts } from './tables.ts'
import { receipt_kinds, receipt_states } from './words.ts'

const receipt = fieldsOf(goods_receipts)
const line = fieldsOf(goods_receipt_lines)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

const Line = form({
  order_line_id: may(Id),
  product_id: may(Id),
  quantity: may(Money),
  free_quantity: may(Money),
  rejected_quantity: may(Money),
  reject_reason: may(Text(0, 300)),
  unit: may(Text(0, 20)),
  lot: may(Text(0, 60)),
  /** Read by the rule, which says of which line it is no date. */
  expiry: may(Text(0, 20)),
  manufactured_on: may(Text(0, 20)),
  unit_price: may(Money),
  tax_pct: may(Decimal(0, 100)),
  funding: may(choice(fundings)),
  serials: may(listOf(Text(1, 60), 1000)),
  bin: may(Text(0, 40)),
  short_expiry_reason: may(Text(0, 300)),
})
export type ReceiptLineInput = Static<typeof Line>

const rest = {
  delivery_note_no: nullable(Text(0, 60)),
  received_on: nullAsAbsent(Day),
  temperature: nullable(Decimal(-90, 80)),
  freight: nullAsAbsent(Money),
}
export const ReceiptInput = named(
  'ReceiptInput',
  form({
    kind: optional(nullAsAbsent(choice(receipt_kinds))),
    order_id: may(Id),
    supplier_id: may(Id),
    donor: may(Text(0, 160)),
    store_id: may(Id),
    lines: some(Line, 500),
    ...partial(rest).properties,
  }),
)
export type ReceiptInput = Static<typeof ReceiptInput>
export const ReceiptChange = named(
  'ReceiptChange',
  partial({ lines: nullAsAbsent(some(Line, 500)), ...rest }),
)
export type ReceiptChange = Static<typeof ReceiptChange>

const fields = {
  ...receipt('id'),
  reference: Text(1, 40),
  ...receipt('kind', 'status', 'order_id'),
  order_reference: nullable(Text(0, 40)),
  ...receipt('supplier_id'),
  supplier_name: nullable(Text(0, 160)),
  ...receipt('donor', 'facility_id', 'store_id'),
  store_name: Text(0, 160),
  ...receipt('delivery_note_no', 'received_on', 'temperature', 'inspection_note'),
  inspectors: listOf(Id),
  inspector_names: listOf(Text(0, 160)),
  freight: nullable(Money),
  value: nullable(Money),
  ...receipt('made_by_name', 'posted_by_name', 'posted_at', 'entry_reference'),
  ...receipt('created_at', 'updated_at', 'version'),
  moves: listOf(choice(['change', 'inspect', 'post', 'reverse', 'cancel'])),
}
export const Receipt = named('Receipt', shape(fields))
export type Receipt = Static<typeof Receipt>
export const ReceiptOpened = named(
  'ReceiptOpened',
  shape({
    ...fields,
    lines: listOf(
      shape({
        ...line('id', 'order_line_id', 'product_id'),
        product_name: Text(0, 230),
        quantity: Money,
        free_quantity: Money,
        rejected_quantity: Money,
        ...line('reject_reason', 'unit', 'lot', 'expiry', 'manufactured_on'),
        unit_price: nullable(Money),
        tax_pct: nullable(Decimal(0, 100)),
        ...line('funding', 'bin', 'short_expiry_reason'),
        serials: nullable(listOf(Text(0, 60))),
        landed_unit_cost: nullable(Money),
        base_quantity: Money,
        ...line('batch_id'),
      }),
    ),
    history: History,
  }),
)
export type ReceiptOpened = Static<typeof ReceiptOpened>

export const ReceiptFilters = {
  search: optional(Search),
  status: optional(choice(receipt_states)),
  kind: optional(choice(receipt_kinds)),
  supplier_id: optional(Id),
  order_id: optional(Id),
  store_id: optional(Id),
  not_invoiced: optional(QueryFlag),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(ReceiptFilters)
export type ReceiptsAsked = Static<typeof filters>

export const Inspecting = form({ inspectors: may(listOf(Id, 10)), note: may(Text(0, 300)) })
export type Inspecting = Static<typeof Inspecting>
export const Posting = form({ witness_token: WitnessToken })
export const Reversing = form({ reason: Text(3, 300), witness_token: WitnessToken })
export const MayReason = form({ reason: may(Text(0, 300)) })
