import {
  choice,
  Day,
  Flag,
  form,
  Id,
  listOf,
  Money,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  Search,
  shape,
  some,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { WitnessToken } from '../../stock/witness/shapes.ts'
import { supplier_return_lines, supplier_returns } from './tables.ts'
import { return_reasons, return_settles, return_states } from './words.ts'

const row = fieldsOf(supplier_returns)
const line = fieldsOf(supplier_return_lines)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

const Line = form({
  product_id: may(Id),
  batch_id: Id,
  receipt_line_id: may(Id),
  quantity: Money,
  unit: may(Text(0, 20)),
  free: may(Flag),
})
export type ReturnLineInput = Static<typeof Line>

const rest = {
  recall_id: nullable(Id),
  reason: nullAsAbsent(choice(return_reasons)),
  settle: nullAsAbsent(choice(return_settles)),
  note: nullable(Text(0, 300)),
}
export const ReturnInput = named(
  'SupplierReturnInput',
  form({
    supplier_id: may(Id),
    receipt_id: may(Id),
    store_id: may(Id),
    reason: choice(return_reasons),
    settle: optional(nullAsAbsent(choice(return_settles))),
    recall_id: may(Id),
    note: may(Text(0, 300)),
    lines: some(Line, 500),
  }),
)
export type ReturnInput = Static<typeof ReturnInput>
export const ReturnChange = named(
  'SupplierReturnChange',
  partial({ lines: nullAsAbsent(some(Line, 500)), ...rest }),
)
export type ReturnChange = Static<typeof ReturnChange>

const fields = {
  ...row('id'),
  reference: Text(1, 40),
  ...row('status', 'reason', 'settle', 'supplier_id'),
  supplier_name: Text(0, 160),
  ...row('receipt_id', 'recall_id', 'facility_id', 'store_id'),
  store_name: Text(0, 160),
  ...row('note'),
  value: nullable(Money),
  tax_amount: nullable(Money),
  ...row('carrier', 'receiver_licence', 'witness_name', 'made_by_name', 'approved_by_name'),
  ...row('sent_by_name', 'sent_at', 'sent_on', 'credit_note_no'),
  credited_amount: nullable(Money),
  ...row('credited_on', 'replaced_by_id', 'entry_reference', 'created_at', 'updated_at', 'version'),
  moves: listOf(choice(['change', 'approve', 'send', 'credit', 'replace', 'cancel'])),
}
export const SupplierReturn = named('SupplierReturn', shape(fields))
export type SupplierReturn = Static<typeof SupplierReturn>
export const SupplierReturnOpened = named(
  'SupplierReturnOpened',
  shape({
    ...fields,
    lines: listOf(
      shape({
        ...line('id', 'product_id'),
        product_name: Text(0, 230),
        ...line('batch_id'),
        lot: nullable(Text(0, 60)),
        expiry: nullable(Day),
        ...line('receipt_line_id'),
        quantity: Money,
        ...line('free'),
        unit_price: nullable(Money),
        value: nullable(Money),
      }),
    ),
    history: History,
  }),
)
export type SupplierReturnOpened = Static<typeof SupplierReturnOpened>

export const ReturnFilters = {
  search: optional(Search),
  status: optional(choice(return_states)),
  supplier_id: optional(Id),
  store_id: optional(Id),
  recall_id: optional(Id),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(ReturnFilters)
export type ReturnsAsked = Static<typeof filters>

export const MayNote = form({ note: may(Text(0, 300)) })
export const Sending = form({
  witness_token: WitnessToken,
  carrier: may(Text(0, 160)),
  receiver_licence: may(Text(0, 60)),
})
export type Sending = Static<typeof Sending>
export const ReturnCredited = form({
  credit_note_no: Text(1, 60),
  amount: may(Money),
  date: may(Day),
})
export type ReturnCredited = Static<typeof ReturnCredited>
export const Replacing = form({ receipt_id: Id })
export const ReturnReason = form({ reason: Text(3, 300) })
