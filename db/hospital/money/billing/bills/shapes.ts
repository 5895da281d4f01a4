// Bills and their lines as they go out (2.2).

import {
  optional,
  choice,
  Day,
  Flag,
  Instant,
  listOf,
  nullable,
  Money,
  named,
  partial,
  QueryFlag,
  Id,
  Search,
  type Static,
  shape,
  Text,
  Whole,
  tellsWho,
} from '../../../../core/kinds/kinds.ts'
import { gate_levels } from '../../../desk/gates/words.ts'
import { bill_life } from './rows.ts'
import { credit_reasons } from '../credit/words.ts'
import { bill_kinds, bill_states, bill_warnings, reasons } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { bill_items, bills } from './tables.ts'

const billItem = fieldsOf(bill_items)
const bill = fieldsOf(bills)

const out = (max: number) => nullable(Text(0, max))

export const Item = named(
  'BillItem',
  shape({
    ...billItem('id', 'position', 'code', 'description', 'category', 'department'),
    ...billItem('quantity', 'tariff_id', 'price_reason', 'list_price'),
    ...billItem('unit_price', 'gross', 'discount', 'net', 'tax', 'amount', 'tax_code'),
    tax_rate: nullable(Money),
    ...billItem('covered', 'patient_share', 'cover_reason', 'preauth_id', 'difference_accepted'),
    ...billItem('settled', 'credited', 'balance', 'service_status', 'authorised_by'),
    ...billItem('done_at', 'performed_by_id', 'product_id', 'batch_id', 'source', 'source_id'),
  }),
)

const bill_fields = {
  ...bill('id', 'facility_id', 'number', 'status', 'kind', 'patient_id', 'patient_number'),
  patient_name: tellsWho('patient_id', out(200)),
  customer: nullable(
    shape({ name: Text(0, 160), phone: optional(out(40)), tin: optional(out(20)) }),
  ),
  ...bill('visit_id', 'admission_id', 'payer', 'payer_kind', 'scheme_id'),
  ...bill('scheme_name', 'membership_id', 'authorisation_no', 'client_id', 'client_name'),
  ...bill('currency', 'subtotal', 'discount', 'tax', 'total', 'patient_share'),
  ...bill('scheme_share', 'paid', 'insured', 'waived', 'credited', 'adjusted'),
  ...bill('written_off', 'moved_from_scheme', 'balance', 'scheme_due'),
  ...bill('held', 'hold_reason', 'source', 'source_id', 'rebilled_to_id'),
  ...bill('rebilled_from_id', 'issued_at', 'issued_by_name', 'business_date', 'due_on'),
  overdue_days: nullable(Whole()),
  ...bill('entry_reference', 'notes'),
  warnings: listOf(choice(bill_warnings)),
  moves: listOf(choice(bill_life.names)),
  ...bill('created_at', 'created_by_name', 'updated_at', 'version'),
}

export const Bill = named('Bill', shape(bill_fields))
export type Bill = Static<typeof Bill>

const opened_fields = {
  ...bill_fields,
  items: listOf(Item),
  history: listOf(
    shape({
      at: Instant,
      by_name: Text(0, 160),
      move: Text(1, 40),
      from: nullable(choice(bill_states)),
      to: choice(bill_states),
      reason: out(300),
    }),
  ),
  discounts: listOf(
    shape({
      number: Text(1, 40),
      date: Instant,
      kind: choice(['PERCENT', 'AMOUNT']),
      amount: Money,
      status: choice(['PENDING', 'APPLIED', 'REFUSED', 'REMOVED']),
    }),
  ),
}
export const BillOpened = named('BillOpened', shape(opened_fields))
export type BillOpened = Static<typeof BillOpened>

const settling = {
  id: Text(1, 36),
  number: out(40),
  date: Instant,
  amount: Money,
  status: Text(1, 40),
}
/** One bill, with what settled it. */
export const BillFound = named(
  'BillFound',
  shape({
    ...opened_fields,
    payments: listOf(shape({ ...settling, method: Text(1, 40) })),
    credit_notes: listOf(shape({ ...settling, kind: choice(credit_reasons) })),
  }),
)
export type BillFound = Static<typeof BillFound>

export const BillFilters = {
  status: optional(Text(1, 200)),
  from: optional(Day),
  to: optional(Day),
  patient_id: optional(Id),
  visit_id: optional(Id),
  admission_id: optional(Id),
  client_id: optional(Id),
  scheme_id: optional(Id),
  payer: optional(Text(0, 160)),
  kind: optional(choice(bill_kinds)),
  due: optional(QueryFlag),
  overdue: optional(QueryFlag),
  held: optional(QueryFlag),
  facility_id: optional(Id),
  search: optional(Search),
}
const filters = shape(BillFilters)
export type BillFilter = Static<typeof filters>

export const Clearance = named(
  'Clearance',
  shape({
    source: optional(Text(0, 40)),
    source_id: optional(Text(0, 300)),
    category: optional(Text(0, 40)),
    settled: Flag,
    may_proceed: Flag,
    gate: choice(gate_levels),
    reason: choice(reasons),
    due: nullable(Money),
    item_id: out(36),
    bill_id: out(36),
    message: out(600),
  }),
)
export type Clearance = Static<typeof Clearance>

export const IssueInput = partial({ accept_difference: Flag, emergency: Flag })

export const ClearanceAsked = partial({
  source: Text(1, 40),
  source_id: Text(1, 300),
  visit_id: Id,
})
export const Clearances = listOf(Clearance)
