// Prices as they come in and go out (2.8, 5.6).

import {
  asked,
  choice,
  Day,
  Decimal,
  Flag,
  form,
  Id,
  listOf,
  maybe,
  Money,
  named,
  partial,
  QueryFlag,
  type Static,
  shape,
  Text,
  Whole,
} from '../../../core/kinds/kinds.ts'
import { price_reasons, tariff_categories, tariff_states, visit_classes } from './words.ts'

const Quantity = Object.assign({}, Decimal(0.001, 1_000_000), {
  complaint: 'must be more than 0, with at most three decimals.',
})
const Content = shape({ code: Text(1, 40), quantity: Quantity })

const rest = {
  price: asked(maybe(Money)),
  active: asked(Flag),
  category: asked(maybe(choice(tariff_categories))),
  department: asked(maybe(Text(0, 120))),
  payer: asked(maybe(Text(0, 160))),
  effective_from: asked(maybe(Day)),
  effective_to: asked(maybe(Day)),
  tax_code: asked(maybe(Text(0, 20))),
  account_id: asked(maybe(Id)),
  product_id: asked(maybe(Id)),
  scheme_code: asked(maybe(Text(0, 60))),
  min_price: asked(maybe(Money)),
  emergency_pct: asked(maybe(Decimal(0, 100))),
  contents: asked(maybe(listOf(Content, 50))),
  valid_days: asked(maybe(Whole(1, 3650))),
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
    /** BIL-165: of a price from a day that is past. */
    reason: maybe(Text(3, 300)),
    /** BIL-165: another holder lets a waiting price count. */
    confirm: Flag,
  }),
)
export type TariffChange = Static<typeof TariffChange>

const fields = {
  id: Text(1, 36),
  code: Text(1, 40),
  name: Text(1, 200),
  price: maybe(Money),
  active: Flag,
  category: choice(tariff_categories),
  department: maybe(Text(0, 120)),
  payer: maybe(Text(0, 160)),
  effective_from: Text(10, 10),
  effective_to: maybe(Text(10, 10)),
  tax_code: maybe(Text(0, 20)),
  account_id: maybe(Text(1, 36)),
  product_id: maybe(Text(1, 36)),
  scheme_code: maybe(Text(0, 60)),
  min_price: maybe(Money),
  emergency_pct: maybe(Decimal(0, 100)),
  contents: maybe(listOf(Content, 50)),
  valid_days: maybe(Whole(1)),
  status: choice(tariff_states),
  pending: Flag,
  changed_by_name: Text(0, 160),
  reason: maybe(Text(0, 300)),
  created_at: Text(1, 30),
  updated_at: Text(1, 30),
  version: Whole(1),
}

export const Tariff = named('Tariff', shape(fields))
export type Tariff = Static<typeof Tariff>
export const TariffFile = named('TariffFile', shape({ ...fields, versions: listOf(Tariff, 1000) }))
export type TariffFile = Static<typeof TariffFile>

export const TariffFilters = {
  category: asked(choice(tariff_categories)),
  department: asked(Text(1, 120)),
  payer: asked(Text(1, 160)),
  active: asked(QueryFlag),
  on: asked(Day),
  status: asked(choice(tariff_states)),
}

export const ResolveWords = form({
  code: Text(1, 40),
  payer: asked(Text(0, 160)),
  on: asked(Day),
  visit_class: asked(choice(visit_classes)),
})

export const Resolved = named(
  'ResolvedPrice',
  shape({
    price: maybe(Money),
    tariff_id: maybe(Text(1, 36)),
    payer_used: maybe(Text(0, 160)),
    tax_code: maybe(Text(0, 20)),
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
