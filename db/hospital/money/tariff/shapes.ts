// Prices as they come in and go out (2.8, 5.6).

import {
  optional,
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  listOf,
  nullable,
  Money,
  named,
  partial,
  QueryFlag,
  type Static,
  shape,
  Text,
  Whole,
  nullAsAbsent,
} from '../../../core/kinds/kinds.ts'
import { price_reasons, tariff_categories, tariff_states, visit_classes } from './words.ts'
import { fieldsOf } from '../../../store/fields-of.ts'
import { tariffs } from './tables.ts'

const tariff = fieldsOf(tariffs)

const Quantity = Object.assign({}, Decimal(0.001, 1_000_000), {
  complaint: 'must be more than 0, with at most three decimals.',
})
const Content = shape({ code: Text(1, 40), quantity: Quantity })

const rest = {
  price: optional(nullable(Money)),
  active: optional(nullAsAbsent(Flag)),
  category: optional(nullable(choice(tariff_categories))),
  department: optional(nullable(Text(0, 120))),
  payer: optional(nullable(Text(0, 160))),
  effective_from: optional(nullable(Day)),
  effective_to: optional(nullable(Day)),
  tax_code: optional(nullable(Text(0, 20))),
  account_id: optional(nullable(Id)),
  product_id: optional(nullable(Id)),
  scheme_code: optional(nullable(Text(0, 60))),
  min_price: optional(nullable(Money)),
  emergency_pct: optional(nullable(Decimal(0, 100))),
  contents: optional(nullable(listOf(Content, 50))),
  valid_days: optional(nullable(Whole(1, 3650))),
  /** BIL-165: of a price from a day that is past. */
  reason: optional(nullable(Text(3, 300))),
}

export const TariffInput = named(
  'TariffInput',
  form({ code: Text(1, 40), name: Text(1, 200), ...rest }),
)
export type TariffInput = Static<typeof TariffInput>

export const TariffChange = named(
  'TariffChange',
  partial({
    code: Text(1, 40),
    name: Text(1, 200),
    ...rest,
    /** BIL-165: another holder lets a waiting price count. */
    confirm: Flag,
  }),
)
export type TariffChange = Static<typeof TariffChange>

const fields = {
  ...tariff('id', 'code', 'name', 'price', 'active', 'category'),
  ...tariff('department', 'payer', 'effective_from', 'effective_to', 'tax_code'),
  ...tariff('account_id', 'product_id', 'scheme_code', 'min_price'),
  emergency_pct: nullable(Decimal(0, 100)),
  contents: nullable(listOf(Content, 50)),
  valid_days: nullable(Whole(1)),
  status: choice(tariff_states),
  ...tariff('pending', 'changed_by_name', 'reason', 'created_at', 'updated_at', 'version'),
}

export const Tariff = named('Tariff', shape(fields))
export type Tariff = Static<typeof Tariff>
export const TariffFile = named('TariffFile', shape({ ...fields, versions: listOf(Tariff, 1000) }))
export type TariffFile = Static<typeof TariffFile>

export const TariffFilters = {
  category: optional(choice(tariff_categories)),
  department: optional(Text(1, 120)),
  payer: optional(Text(1, 160)),
  active: optional(QueryFlag),
  on: optional(Day),
  status: optional(choice(tariff_states)),
}

export const ResolveWords = form({
  code: Text(1, 40),
  payer: optional(Text(0, 160)),
  on: optional(Day),
  visit_class: optional(choice(visit_classes)),
})

export const Resolved = named(
  'ResolvedPrice',
  shape({
    price: nullable(Money),
    tariff_id: nullable(Text(1, 36)),
    payer_used: nullable(Text(0, 160)),
    tax_code: nullable(Text(0, 20)),
    reason: choice(price_reasons),
  }),
)
export type Resolved = Static<typeof Resolved>

export const ImportReply = named(
  'TariffImportReply',
  shape({
    added: Whole(),
    changed: Whole(),
    same: Whole(),
    errors: listOf(shape({ row: Whole(1), column: Text(0, 60), message: Text(0, 300) }), 1000),
  }),
)
export type ImportReply = Static<typeof ImportReply>
