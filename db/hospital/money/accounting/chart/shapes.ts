// Accounts of the chart as they come in and go out (2.1).

import {
  AnyObject,
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
} from '../../../../core/kinds/kinds.ts'
import { Amount, BookDay, LedgerFilters, LedgerLine } from '../entries/shapes.ts'
import { account_kinds, account_roles, manual_kinds, statement_sections } from '../words.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { accounts } from '../tables.ts'

const account = fieldsOf(accounts)

const rest = {
  code: optional(nullable(Text(0, 20))),
  kind: optional(nullable(choice(account_kinds))),
  parent_id: optional(nullable(Id)),
  active: optional(Flag),
  is_bank: optional(Flag),
  grouping: optional(nullable(Text(0, 40))),
  notes: optional(nullable(Text(0, 500))),
  sort_order: optional(Whole(0, 2_000_000_000)),
  statement_section: optional(nullable(choice(statement_sections))),
}

export const AccountInput = named(
  'AccountInput',
  form({ name: Text(1, 120), role: choice(account_roles), ...rest }),
)
export type AccountInput = Static<typeof AccountInput>

export const AccountChange = named(
  'AccountChange',
  partial({ name: Text(1, 120), role: choice(account_roles), ...rest }),
)
export type AccountChange = Static<typeof AccountChange>

export const Account = named(
  'Account',
  shape({
    ...account('id', 'name', 'code', 'kind', 'role', 'parent_id'),
    parent_name: nullable(Text(1, 120)),
    depth: Whole(1),
    full_code_path: Text(0, 200),
    postable: Flag,
    ...account('active', 'is_bank', 'grouping'),
    manual: choice(manual_kinds),
    ...account('notes', 'sort_order', 'statement_section', 'currency', 'facility_id'),
    balance: Amount,
    line_count: Whole(),
    version: Whole(1),
    /** Asked for with tree=true. */
    children: optional(listOf(AnyObject, 10_000)),
  }),
)
export type Account = Static<typeof Account>

export const AccountFilters = partial({
  kind: choice(account_kinds),
  role: choice(account_roles),
  postable: QueryFlag,
  active: QueryFlag,
  is_bank: QueryFlag,
  grouping: Text(1, 40),
  parent_id: Id,
  search: Text(0, 120),
  as_of: BookDay,
  facility_id: Id,
  tree: QueryFlag,
})
export type AccountFilters = Static<typeof AccountFilters>

const page_word = Object.assign(Whole(1), { complaint: 'must be a number from 1.' })
export const LedgerAsked = partial({ ...LedgerFilters, page: page_word, per_page: page_word })
export type LedgerAsked = Static<typeof LedgerAsked>

/** The lines are a page of their own: `meta` stands beside them. */
export const Ledger = named(
  'AccountLedger',
  shape({
    opening: Amount,
    lines: listOf(LedgerLine, 200),
    closing: Amount,
    meta: shape({
      current_page: Whole(1),
      per_page: Whole(1),
      last_page: Whole(1),
      total: Whole(),
    }),
  }),
)
export type Ledger = Static<typeof Ledger>
