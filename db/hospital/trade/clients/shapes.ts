// Clients, in and out (commercial 2.1).

import {
  choice,
  Day,
  Decimal,
  Email,
  Flag,
  Id,
  listOf,
  LongText,
  Money,
  named,
  nullable,
  optional,
  partial,
  Phone,
  QueryFlag,
  Reason,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { History } from '../../history.ts'
import { Contact } from './contacts/shapes.ts'
import { client_life } from './record.ts'
import { client_holds, clients } from './tables.ts'
import { client_kinds, client_states, document_languages, hold_kinds } from './words.ts'

const client = fieldsOf(clients)
const hold = fieldsOf(client_holds)
const none = (max: number) => nullable(Text(0, max))

const fields = {
  ...client('id'),
  reference: Text(1, 40),
  ...client('name', 'kind', 'status'),
  discount_pct: Money,
  open_follow_ups: Whole(0),
  outstanding: Money,
  contacts: listOf(Contact),
  contract_days_left: nullable(Whole(-100_000)),
  ...client('account_manager', 'address', 'close_reason', 'contract_ends', 'contract_ref'),
  ...client('contract_starts', 'email', 'notes', 'phone', 'region', 'scheme_id'),
  scheme_name: none(160),
  ...client('tin'),
  credit_limit: nullable(Money),
  ...client('payment_terms_days', 'account_manager_id'),
  payer_names: listOf(Text(1, 160)),
  overdue: Money,
  oldest_overdue_days: nullable(Whole(0)),
  on_order: Money,
  credit_available: nullable(Money),
  unapplied: Money,
  credit_hold: Flag,
  holds: listOf(shape({ ...hold('kind', 'since', 'by_name', 'reason') }), 3),
  ...client('consolidated_invoice', 'po_required', 'language', 'created_by_name', 'created_at'),
  ...client('updated_at', 'version'),
  moves: listOf(choice(client_life.names)),
}
export const Client = named('Client', shape(fields))
export type Client = Static<typeof Client>
export const ClientOpened = named(
  'ClientOpened',
  shape({
    ...fields,
    history: History,
    adopted_bills: optional(Whole(0)),
    over_limit_by: optional(Money),
    warnings: optional(listOf(Text(1, 40))),
  }),
)
export type ClientOpened = Static<typeof ClientOpened>

const must = { name: Text(1, 120), kind: choice(client_kinds) }
const may = {
  discount_pct: nullable(Decimal(0, 100)),
  account_manager: none(160),
  account_manager_id: nullable(Id),
  address: none(300),
  contract_starts: nullable(Day),
  contract_ends: nullable(Day),
  contract_ref: none(60),
  email: nullable(Email),
  notes: nullable(LongText(0, 2000)),
  phone: nullable(Phone),
  region: none(80),
  scheme_id: nullable(Id),
  tin: none(40),
  credit_limit: nullable(Money),
  payment_terms_days: nullable(Whole(0, 365)),
  consolidated_invoice: Flag,
  po_required: Flag,
  language: nullable(choice(document_languages)),
}
export const ClientInput = named(
  'ClientInput',
  shape({
    ...must,
    status: optional(choice(client_states)),
    ...partial(may).properties,
  }),
)
export type ClientInput = Static<typeof ClientInput>
export const ClientChange = named('ClientChange', partial({ ...must, ...may, reason: none(300) }))
export type ClientChange = Static<typeof ClientChange>

export const orders = ['name', '-outstanding', 'contract_ends'] as const
export const ClientFilters = {
  search: optional(Search),
  status: optional(choice(client_states)),
  kind: optional(choice(client_kinds)),
  region: optional(Text(0, 80)),
  account_manager_id: optional(Id),
  on_hold: optional(QueryFlag),
  overdue: optional(QueryFlag),
  sort: optional(choice(orders)),
}
const filters = shape(ClientFilters)
export type ClientFilter = Static<typeof filters>

export const MayReason = partial({ reason: nullable(Text(0, 300)) })
export const WithWhy = shape({ reason: Reason })
export const CloseClient = shape({ close_reason: Reason })
export const ReleaseHold = shape({
  kind: choice(hold_kinds),
  reason: Reason,
  until: optional(nullable(Day)),
})
export type ReleaseHold = Static<typeof ReleaseHold>
export const PayerNames = shape({ payer_names: listOf(Text(1, 160), 50) })
