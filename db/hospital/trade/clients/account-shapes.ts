// The account of a client, as it is shown (commercial 5.1).

import {
  choice,
  Day,
  Id,
  listOf,
  Money,
  named,
  nullable,
  partial,
  shape,
  type Static,
  Text,
} from '../../../core/kinds/kinds.ts'
import { AccountLine, Ages } from '../../money/billing/debts/debtor-shapes.ts'

export const ClientAccount = named(
  'ClientAccount',
  shape({
    client: shape({ id: Id, reference: Text(1, 40), name: Text(0, 120) }),
    from: Day,
    to: Day,
    opening: Money,
    lines: listOf(AccountLine, 100_000),
    closing: Money,
    ageing: Ages,
    unapplied: Money,
    on_order: Money,
    credit_available: nullable(Money),
  }),
)
export type ClientAccount = Static<typeof ClientAccount>

export const AccountAsked = partial({ from: Day, to: Day })
export const StatementAsked = partial({ from: Day, to: Day, lang: choice(['en', 'sw']) })
