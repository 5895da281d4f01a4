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
} from '../../../../core/kinds/kinds.ts'
import { gate_levels } from '../../../desk/gates/words.ts'
import { cover_reasons } from '../../insurance/words.ts'
import { price_reasons } from '../../tariff/words.ts'
import { bill_moves_known } from './rows.ts'
import {
  authorised_by,
  bill_kinds,
  bill_states,
  bill_warnings,
  payer_kinds,
  reasons,
  service_states,
} from '../words.ts'

const out = (max: number) => nullable(Text(0, max))

export const Item = named(
  'BillItem',
  shape({
    id: Text(1, 36),
    position: Whole(1),
    code: out(40),
    description: Text(0, 300),
    category: Text(0, 40),
    department: out(120),
    quantity: Money,
    tariff_id: out(36),
    price_reason: nullable(choice(price_reasons)),
    list_price: nullable(Money),
    unit_price: nullable(Money),
    gross: Money,
    discount: Money,
    net: Money,
    tax: Money,
    amount: Money,
    tax_code: out(20),
    tax_rate: nullable(Money),
    covered: Money,
    patient_share: Money,
    cover_reason: nullable(choice(cover_reasons)),
    preauth_id: out(36),
    difference_accepted: Flag,
    settled: Money,
    credited: Money,
    balance: Money,
    service_status: choice(service_states),
    authorised_by: nullable(choice(authorised_by)),
    done_at: nullable(Instant),
    performed_by_id: out(36),
    product_id: out(36),
    batch_id: out(36),
    source: out(40),
    source_id: out(300),
  }),
)

const bill_fields = {
  id: Text(1, 36),
  facility_id: Text(1, 36),
  number: out(40),
  status: choice(bill_states),
  kind: choice(bill_kinds),
  patient_id: out(36),
  patient_number: out(40),
  patient_name: out(200),
  customer: nullable(
    shape({ name: Text(0, 160), phone: optional(out(40)), tin: optional(out(20)) }),
  ),
  visit_id: out(36),
  admission_id: out(36),
  payer: out(160),
  payer_kind: choice(payer_kinds),
  scheme_id: out(36),
  scheme_name: out(160),
  membership_id: out(36),
  authorisation_no: out(60),
  client_id: out(36),
  client_name: out(160),
  currency: Text(3, 3),
  subtotal: Money,
  discount: Money,
  tax: Money,
  total: Money,
  patient_share: Money,
  scheme_share: Money,
  paid: Money,
  insured: Money,
  waived: Money,
  credited: Money,
  adjusted: Money,
  written_off: Money,
  moved_from_scheme: Money,
  balance: Money,
  scheme_due: Money,
  held: Flag,
  hold_reason: out(300),
  source: out(40),
  source_id: out(300),
  rebilled_to_id: out(36),
  rebilled_from_id: out(36),
  issued_at: nullable(Instant),
  issued_by_name: out(160),
  business_date: nullable(Day),
  due_on: nullable(Day),
  overdue_days: nullable(Whole()),
  entry_reference: out(40),
  notes: out(1000),
  warnings: listOf(choice(bill_warnings)),
  moves: listOf(choice(bill_moves_known)),
  created_at: Instant,
  created_by_name: Text(0, 160),
  updated_at: Instant,
  version: Whole(1),
}

export const Bill = named('Bill', shape(bill_fields))
export type Bill = Static<typeof Bill>

export const BillOpened = named(
  'BillOpened',
  shape({
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
  }),
)
export type BillOpened = Static<typeof BillOpened>

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
