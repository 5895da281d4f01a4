// Bills, lines and counter sales as they come in (2.2, 2.4).

import {
  optional,
  Day,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  Money,
  named,
  partial,
  Reason,
  Search,
  type Static,
  shape,
  some,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { Quantity } from '../../../../core/kinds/quantity.ts'
import { GateResult, Overrides } from '../../../desk/gates/shapes.ts'
import { CreditNoteOpened } from '../credit/shapes.ts'
import { Payment } from '../payments/shapes.ts'
import { Bill, BillOpened } from './shapes.ts'

const said = (max: number) => optional(nullable(Text(0, max)))

export const ItemInput = named(
  'BillItemInput',
  form({
    description: said(300),
    category: said(40),
    code: said(40),
    department: said(120),
    quantity: optional(nullable(Quantity)),
    unit_price: optional(nullable(Money)),
    discount: optional(nullable(Money)),
    source: said(40),
    source_id: said(300),
    performed_by_id: optional(nullable(Id)),
  }),
)
export type ItemInput = Static<typeof ItemInput>

export const BillInput = named(
  'BillInput',
  form({
    patient_id: Id,
    visit_id: optional(nullable(Id)),
    scheme_id: optional(nullable(Id)),
    payer: said(160),
    membership_id: optional(nullable(Id)),
    authorisation_no: said(60),
    service_date: optional(nullable(Day)),
    notes: said(1000),
    items: listOf(ItemInput, 500),
  }),
)
export type BillInput = Static<typeof BillInput>

export const ItemsInput = form({ items: listOf(ItemInput, 500) })
export const ItemChange = partial({
  quantity: Quantity,
  unit_price: Money,
  description: Text(1, 300),
  department: nullable(Text(0, 120)),
  discount: Money,
  difference_accepted: Flag,
  performed_by_id: nullable(Id),
})
export type ItemChange = Static<typeof ItemChange>
export const BillChange = partial({
  notes: nullable(Text(0, 1000)),
  membership_id: nullable(Id),
  authorisation_no: nullable(Text(0, 60)),
  service_date: Day,
})
export type BillChange = Static<typeof BillChange>
export const WhyInput = form({ reason: Reason })
export const MayNoteInput = partial({ note: nullable(Text(0, 300)) })
export const SplitInput = form({ item_ids: some(Id, 500) })
export const Split = named('BillSplit', shape({ bill: BillOpened, new_bill: BillOpened }))
export const Rebilled = named(
  'Rebilled',
  shape({ credit_note: CreditNoteOpened, bill: BillOpened }),
)

export const PayerInput = form({
  payer: said(160),
  scheme_id: optional(nullable(Id)),
  membership_id: optional(nullable(Id)),
  reason: Reason,
})
export type PayerInput = Static<typeof PayerInput>
export const PayerChanged = named(
  'PayerChanged',
  shape({ bill: BillOpened, kept: listOf(Text(0, 300)) }),
)

const SaleLine = form({
  code: said(40),
  category: said(40),
  department: said(120),
  description: said(300),
  quantity: optional(nullable(Quantity)),
  unit_price: optional(nullable(Money)),
  batch_id: optional(nullable(Id)),
})
export const Customer = form({ name: Text(1, 160), phone: said(40), tin: said(20) })

/** Of another house, handed in with its medicines (CAR-105). */
const WrittenPrescription = form({
  prescriber: Text(1, 160),
  registration_no: Text(1, 60),
  date: Day,
  attachment_id: optional(nullable(Id)),
})

export const SaleInput = named(
  'SaleInput',
  form({
    patient_id: Id,
    visit_id: optional(nullable(Id)),
    method: said(40),
    reference: said(60),
    lines: listOf(SaleLine, 500),
    amount: optional(nullable(Money)),
    store_id: optional(nullable(Id)),
    customer: optional(nullable(Customer)),
    account_id: optional(nullable(Id)),
    discount_rule_id: optional(nullable(Id)),
    prescription: optional(nullable(WrittenPrescription)),
    overrides: Overrides,
    witness_token: said(200),
    cheque_date: optional(nullable(Day)),
    bank_name: said(120),
  }),
)
export type SaleInput = Static<typeof SaleInput>

export const Sale = named(
  'Sale',
  shape({
    bill: BillOpened,
    payment: nullable(Payment),
    change: Money,
    stock: listOf(
      shape({
        product_id: Text(1, 36),
        batch_id: Text(1, 36),
        lot: nullable(Text(0, 60)),
        quantity: Money,
      }),
    ),
    receipt: nullable(Text(0, 200)),
    /** What the seller should say of the medicines. */
    warnings: listOf(GateResult, 100),
  }),
)
export type Sale = Static<typeof Sale>

export const SaleRow = named(
  'SaleRow',
  shape({
    ...(Bill as unknown as { properties: typeof Bill.properties }).properties,
    payment_number: nullable(Text(0, 40)),
    payment_method: nullable(Text(0, 40)),
  }),
)
export type SaleRow = Static<typeof SaleRow>

export const SaleFilters = {
  from: optional(Day),
  to: optional(Day),
  patient_id: optional(Id),
  status: optional(Text(1, 200)),
  cashier_id: optional(Id),
  search: optional(Search),
  facility_id: optional(Id),
}
const filters = shape(SaleFilters)
export type SaleFilter = Static<typeof filters>
