// What goes in and what comes out about plans (platform 2.10); purchaseInput is the source document's.

import {
  optional,
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  LongText,
  nullable,
  Money,
  named,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { licence_sources, licence_states, purchase_states } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { plan_purchases, plan_licences } from './tables.ts'

const planPurchase = fieldsOf(plan_purchases)
const planLicence = fieldsOf(plan_licences)

export const Plan = named(
  'Plan',
  shape({
    code: Text(1, 40),
    name: Text(1, 120),
    description: nullable(Text(1, 300)),
    price: Money,
    currency: Text(3, 3),
    tax_pct: Decimal(0, 100),
    max_branches: nullable(Whole(1)),
    max_users: nullable(Whole(1)),
    months_min: Whole(1),
    active: Flag,
    sort_order: Whole(),
  }),
)
export type Plan = Static<typeof Plan>

export const PurchaseInput = named(
  'PurchaseInput',
  form({ plan_code: Text(1, 40), branches: Whole(1, 10_000), months: Whole(1, 10_000) }),
)
export type PurchaseInput = Static<typeof PurchaseInput>

const quote_fields = {
  ...planPurchase('plan_code', 'branches', 'months', 'unit_price', 'subtotal'),
  ...planPurchase('credit', 'tax', 'total', 'currency', 'starts_on', 'ends_on'),
}
export const Quote = named('PlanQuote', shape(quote_fields))
export type Quote = Static<typeof Quote>

const Paid = { method: Text(1, 60), reference: Text(1, 120), paid_on: Day, amount: Money }

export const Purchase = named(
  'PlanPurchase',
  shape({
    id: Id,
    ...quote_fields,
    ...planPurchase('reference', 'invoice_no', 'status', 'due_on'),
    notice: nullable(shape({ ...Paid, at: Instant, by_name: Text(1, 160) })),
    payment: nullable(shape({ ...Paid, confirmed_by: Text(1, 160) })),
    ...planPurchase('reason', 'licence_no', 'requested_by_name'),
    ...planPurchase('created_at', 'updated_at', 'version'),
    moves: optional(listOf(Text(1, 40))),
  }),
)
export type Purchase = Static<typeof Purchase>

export const PurchaseFilters = {
  status: optional(choice(purchase_states)),
  from: optional(Day),
  to: optional(Day),
}
export type PurchaseFilters = Static<ReturnType<typeof form<typeof PurchaseFilters>>>

export const PurchaseCancel = named(
  'PlanPurchaseCancel',
  form({ reason: optional(nullable(Reason)) }),
)

export const Licence = named(
  'Licence',
  shape({
    status: choice(licence_states),
    licence_no: nullable(Text(1, 60)),
    plan_code: nullable(Text(1, 40)),
    plan_name: nullable(Text(1, 120)),
    branches: nullable(Whole()),
    branches_used: Whole(),
    max_users: nullable(Whole()),
    users_used: Whole(),
    starts_on: nullable(Day),
    ends_on: nullable(Day),
    days_left: nullable(Whole()),
    source: nullable(choice(licence_sources)),
    install_id: nullable(Text(1, 36)),
    limits: listOf(Text(1, 200)),
  }),
)
export type Licence = Static<typeof Licence>

export const LicenceGiven = named('LicenceGiven', form({ licence: LongText(1, 8000) }))

export const LicenceRow = named(
  'LicenceRow',
  shape({
    ...planLicence('licence_no', 'plan_code', 'branches', 'starts_on'),
    ...planLicence('ends_on', 'source', 'recorded_at', 'by_name'),
  }),
)
export type LicenceRow = Static<typeof LicenceRow>
