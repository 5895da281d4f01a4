// Where money lies, and moves of it (2.9).

import {
  optional,
  choice,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  named,
  partial,
  QueryFlag,
  type Static,
  shape,
  Text,
  Whole,
  nullAsAbsent,
} from '../../../../core/kinds/kinds.ts'
import { Amount, BookDay } from '../entries/shapes.ts'
import { funding_kinds, move_kinds, move_states } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { funding_accounts, funding_moves } from './tables.ts'

const fundingAccount = fieldsOf(funding_accounts)
const fundingMove = fieldsOf(funding_moves)

const text = (max: number) => optional(nullable(Text(0, max)))

export const FundingInput = named(
  'FundingInput',
  form({
    account_id: Id,
    name: Text(1, 120),
    kind: choice(funding_kinds),
    currency: optional(Text(3, 3)),
    is_default: optional(Flag),
    active: optional(nullAsAbsent(Flag)),
    branch_name: text(120),
    institution: text(120),
    number: text(60),
    notes: text(500),
    facility_id: optional(nullable(Id)),
    show_on_documents: optional(Flag),
    signatories: text(300),
  }),
)
export type FundingInput = Static<typeof FundingInput>

export const FundingAccount = named(
  'FundingAccount',
  shape({
    ...fundingAccount('id', 'account_id'),
    account_code: Text(0, 20),
    ...fundingAccount('name', 'kind', 'currency', 'is_default', 'active'),
    ...fundingAccount('facility_id', 'branch_name', 'institution'),
    ...fundingAccount('number', 'notes', 'show_on_documents', 'signatories'),
    balance: Amount,
    foreign_balance: nullable(Amount),
    last_statement_on: nullable(Text(10, 10)),
    unmatched: Whole(),
    version: Whole(1),
  }),
)
export type FundingAccount = Static<typeof FundingAccount>

export const FundingFilters = partial({
  kind: choice(funding_kinds),
  facility_id: Id,
  active: QueryFlag,
})

export const MoveRequest = named(
  'MoveRequest',
  form({
    account_id: Id,
    amount: Amount,
    note: Text(1, 300),
    to_account_id: optional(nullable(Id)),
    to_facility_id: optional(nullable(Id)),
    moved_on: optional(nullable(BookDay)),
    reference: text(60),
    department: text(120),
    foreign_amount: optional(nullable(Amount)),
  }),
)
export type MoveRequest = Static<typeof MoveRequest>

export const FundingMove = named(
  'FundingMove',
  shape({
    ...fundingMove('id', 'number', 'kind', 'status', 'account_id'),
    account_name: Text(0, 120),
    to_account_id: nullable(Text(1, 36)),
    to_account_name: nullable(Text(0, 120)),
    ...fundingMove('contra_account_id', 'facility_id', 'to_facility_id', 'amount', 'note'),
    ...fundingMove('moved_on', 'reference', 'made_by_name', 'received_at', 'received_by_name'),
    entry_references: listOf(Text(1, 20)),
    version: Whole(1),
  }),
)
export type FundingMove = Static<typeof FundingMove>

export const MoveFilters = {
  kind: optional(choice(move_kinds)),
  status: optional(choice(move_states)),
  account_id: optional(Id),
  from: optional(BookDay),
  to: optional(BookDay),
}
export const Received = form({ amount: Amount })
