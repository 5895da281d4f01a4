// What clients owe by age, as it is shown (commercial 5.1).

import {
  choice,
  Day,
  Flag,
  Id,
  Money,
  named,
  nullable,
  optional,
  partial,
  QueryFlag,
  Search,
  shape,
  type Static,
  Text,
} from '../../../../core/kinds/kinds.ts'
import { Ages } from '../../../money/billing/debts/debtor-shapes.ts'
import { client_kinds, client_states } from '../words.ts'

export const Receivable = named(
  'Receivable',
  shape({
    client: shape({ id: Id, reference: Text(1, 40), name: Text(0, 120) }),
    ...Ages.properties,
    total: Money,
    unapplied: Money,
    credit_limit: nullable(Money),
    on_hold: Flag,
  }),
)
export type Receivable = Static<typeof Receivable>

export const ReceivableFilters = {
  search: optional(Search),
  as_of: optional(Day),
  kind: optional(choice(client_kinds)),
  status: optional(choice(client_states)),
}
const filters = shape(ReceivableFilters)
export type ReceivableFilter = Static<typeof filters>

export const ReceivableFileAsked = partial({
  as_of: Day,
  kind: choice(client_kinds),
  status: choice(client_states),
})

export const ClientBillFilters = {
  search: optional(Search),
  status: optional(Text(1, 200)),
  from: optional(Day),
  to: optional(Day),
  open: optional(QueryFlag),
}
