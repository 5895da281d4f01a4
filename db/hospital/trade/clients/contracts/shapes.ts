// Contracts of clients, as the board shows them and as one is renewed (commercial 5.1).

import {
  choice,
  Day,
  Money,
  named,
  nullable,
  optional,
  Search,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { clients } from '../tables.ts'
import { client_kinds } from '../words.ts'

const client = fieldsOf(clients)

export const contract_states = ['LAPSED', 'ENDING', 'RUNNING', 'NONE'] as const

export const Contract = named(
  'ClientContract',
  shape({
    client_id: client('id').id,
    reference: Text(1, 40),
    ...client('name', 'status', 'contract_ref', 'contract_starts', 'contract_ends'),
    contract_days_left: nullable(Whole(-100_000)),
    ...client('account_manager'),
    outstanding: Money,
  }),
)
export type Contract = Static<typeof Contract>

export const ContractFilters = {
  search: optional(Search),
  state: optional(choice(contract_states)),
  kind: optional(choice(client_kinds)),
}
const filters = shape(ContractFilters)
export type ContractFilter = Static<typeof filters>

export const RenewContract = named(
  'RenewContract',
  shape({
    contract_ref: optional(nullable(Text(0, 60))),
    contract_starts: Day,
    contract_ends: Day,
  }),
)
export type RenewContract = Static<typeof RenewContract>
