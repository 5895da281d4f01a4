// What was collected, as it goes out (5.16).

import {
  choice,
  Day,
  Id,
  listOf,
  nullable,
  Money,
  named,
  partial,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'

const figures = {
  opening: Money,
  receipts: Money,
  refunds: Money,
  reversals: Money,
  drops: Money,
  /** Of cash at a drawer whose shift is closed; of nothing else is anything counted. */
  expected: nullable(Money),
  counted: nullable(Money),
  difference: nullable(Money),
}

export const Collections = named(
  'Collections',
  shape({
    from: Day,
    to: Day,
    facility_id: nullable(Text(0, 36)),
    rows: listOf(
      shape({
        day: Day,
        facility_id: Text(1, 36),
        branch: Text(0, 120),
        drawer: nullable(Text(0, 120)),
        shift: nullable(Text(0, 40)),
        cashier: Text(0, 160),
        method: Text(1, 40),
        count: Whole(),
        ...figures,
      }),
      100_000,
    ),
    methods: listOf(
      shape({
        method: Text(1, 40),
        count: Whole(),
        receipts: Money,
        refunds: Money,
        reversals: Money,
        kept: Money,
      }),
    ),
    totals: shape({ receipts: Money, refunds: Money, reversals: Money, kept: Money }),
    made_at: Text(24, 24),
    made_by: Text(0, 160),
  }),
)
export type Collections = Static<typeof Collections>

export const CollectionsAsked = partial({
  from: Day,
  to: Day,
  facility_id: Id,
  format: choice(['json', 'csv', 'pdf']),
  lang: choice(['en', 'sw']),
})
