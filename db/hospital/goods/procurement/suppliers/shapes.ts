import {
  choice,
  Day,
  Decimal,
  Email,
  form,
  Id,
  listOf,
  Money,
  named,
  nullable,
  nullAsAbsent,
  optional,
  partial,
  Phone,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { suppliers } from './tables.ts'
import { supplier_kinds, supplier_states } from './words.ts'

const supplier = fieldsOf(suppliers)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

const rest = {
  tin: nullable(Text(0, 30)),
  vrn: nullable(Text(0, 30)),
  phone: nullable(Phone),
  email: nullable(Email),
  address: nullable(Text(0, 300)),
  contact_person: nullable(Text(0, 160)),
  payment_terms_days: nullAsAbsent(Whole(0, 365)),
  lead_days: nullAsAbsent(Whole(0, 365)),
  currency: nullAsAbsent(Text(3, 3)),
  licence_no: nullable(Text(0, 60)),
  licence_expires: nullable(Day),
  wht_pct: nullAsAbsent(Decimal(0, 100)),
  vat_withheld_pct: nullAsAbsent(Decimal(0, 100)),
  prequalified_until: nullable(Day),
}
const said = partial(rest).properties

export const SupplierInput = named(
  'SupplierInput',
  form({ name: Text(2, 160), kind: optional(nullAsAbsent(choice(supplier_kinds))), ...said }),
)
export type SupplierInput = Static<typeof SupplierInput>
export const SupplierChange = named(
  'SupplierChange',
  partial({
    name: nullAsAbsent(Text(2, 160)),
    kind: nullAsAbsent(choice(supplier_kinds)),
    ...rest,
  }),
)
export type SupplierChange = Static<typeof SupplierChange>

const fields = {
  ...supplier('id'),
  reference: Text(1, 40),
  ...supplier('name', 'kind', 'status', 'tin', 'vrn', 'phone', 'email', 'address'),
  ...supplier('contact_person', 'payment_terms_days', 'lead_days', 'currency'),
  ...supplier('licence_no', 'licence_expires'),
  wht_pct: Decimal(0, 100),
  vat_withheld_pct: Decimal(0, 100),
  ...supplier('prequalified_until', 'block_reason'),
  balance: Money,
  overdue: Money,
  on_order: Money,
  advance: Money,
  ...supplier('created_at', 'updated_at', 'version'),
  moves: listOf(choice(['block', 'unblock', 'deactivate', 'activate'])),
}
export const Supplier = named('Supplier', shape(fields))
export type Supplier = Static<typeof Supplier>
export const SupplierOpened = named('SupplierOpened', shape({ ...fields, history: History }))
export type SupplierOpened = Static<typeof SupplierOpened>

export const SupplierFilters = {
  search: optional(Search),
  status: optional(choice(supplier_states)),
  kind: optional(choice(supplier_kinds)),
  product_id: optional(Id),
}
const filters = shape(SupplierFilters)
export type SuppliersAsked = Static<typeof filters>

export const SupplierReason = form({ reason: Text(3, 300) })
export const MaySay = form({ note: may(Text(0, 300)) })
