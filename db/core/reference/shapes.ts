// What comes out of the reference lists.

import { listOf, named, partial, Search, shape, Text, Whole } from '../kinds/kinds.ts'

export const CountryEntry = named(
  'Country',
  shape({
    code: Text(2, 2),
    name: Text(1, 80),
    dial_code: Text(2, 8),
    currency: Text(3, 3),
    currency_decimals: Whole(0, 4),
    time_zones: listOf(Text(1, 60)),
  }),
)
export const CurrencyEntry = named(
  'Currency',
  shape({ code: Text(3, 3), name: Text(1, 80), decimals: Whole(0, 4) }),
)
export const ReferenceSearch = partial({ search: Search })
