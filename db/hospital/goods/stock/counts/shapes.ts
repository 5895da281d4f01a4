import {
  choice,
  Day,
  Flag,
  form,
  Id,
  Instant,
  listOf,
  Money,
  named,
  nullable,
  optional,
  Search,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { History } from '../../../history.ts'
import { abc_letters, product_classes } from '../products/words.ts'
import { WitnessToken } from '../witness/shapes.ts'
import { stock_count_lines, stock_counts } from './tables.ts'
import { count_kinds, count_line_states, count_states } from './words.ts'

const count = fieldsOf(stock_counts)
const line = fieldsOf(stock_count_lines)
const may = <T extends Parameters<typeof nullable>[0]>(kind: T) => optional(nullable(kind))

const said_filter = {
  category_id: may(Id),
  class: may(choice(product_classes)),
  abc: may(choice(abc_letters)),
  bins: may(listOf(Text(1, 40), 200)),
  product_ids: may(listOf(Id, 5000)),
  controlled: may(Flag),
}

export const CountInput = named(
  'StockCountInput',
  form({
    store_id: Id,
    kind: choice(count_kinds),
    blind: may(Flag),
    freeze: may(Flag),
    filter: may(form(said_filter)),
    planned_on: may(Day),
    counters: may(listOf(Id, 50)),
  }),
)
export type CountInput = Static<typeof CountInput>

const Totals = shape({
  lines: Whole(),
  counted: Whole(),
  matched: nullable(Whole()),
  short_value: nullable(Money),
  over_value: nullable(Money),
  accuracy_pct: nullable(Money),
})

const fields = {
  ...count('id', 'facility_id'),
  reference: Text(1, 40),
  ...count('store_id'),
  store_name: Text(0, 120),
  ...count('kind', 'status', 'blind'),
  freeze: Flag,
  filter: shape(said_filter),
  ...count('planned_on'),
  counters: listOf(Text(1, 64)),
  ...count('snapshot_at'),
  totals: Totals,
  ...count('planned_by_name', 'approved_by_name', 'approved_on', 'entry_reference'),
  ...count('created_at', 'updated_at', 'version'),
  moves: listOf(choice(['start', 'count', 'submit', 'recount', 'send_back', 'approve', 'cancel'])),
}
export const Count = named('StockCount', shape(fields))
export type Count = Static<typeof Count>
export const CountOpened = named('StockCountOpened', shape({ ...fields, history: History }))
export type CountOpened = Static<typeof CountOpened>

export const CountFilters = {
  search: optional(Search),
  store_id: optional(Id),
  kind: optional(choice(count_kinds)),
  status: optional(choice(count_states)),
  from: optional(Day),
  to: optional(Day),
}
const filters = shape(CountFilters)
export type CountsAsked = Static<typeof filters>

export const CountLine = named(
  'StockCountLine',
  shape({
    ...line('id', 'position', 'product_id'),
    product_name: Text(0, 230),
    unit: Text(0, 20),
    ...line('batch_id', 'lot', 'expiry', 'bin'),
    counted: nullable(Money),
    recounted: nullable(Money),
    final: nullable(Money),
    book_at_count: nullable(Money),
    moved_since: nullable(Money),
    variance: nullable(Money),
    variance_value: nullable(Money),
    ...line('counter_name', 'counted_at', 'recounter_name', 'must_recount', 'reason'),
    ...line('found_new'),
    earlier: listOf(shape({ counted: Money, by_name: Text(0, 160), at: Instant })),
  }),
)
export type CountLine = Static<typeof CountLine>

export const CountLineFilters = {
  bin: optional(Text(1, 40)),
  product_id: optional(Id),
  state: optional(choice(count_line_states)),
  search: optional(Search),
}
const line_filters = shape(CountLineFilters)
export type CountLinesAsked = Static<typeof line_filters>

const Sheet = form({
  line_id: may(Id),
  product_id: may(Id),
  lot: may(Text(0, 60)),
  expiry: may(Day),
  counted: Money,
  unit: may(Text(0, 20)),
  unit_cost: may(Money),
  reason: may(Text(0, 300)),
})
export const CountSheet = named('StockCountSheet', form({ lines: some(Sheet, 1000) }))
export type SheetLine = Static<typeof Sheet>
export const SheetSaved = named('StockCountSaved', shape({ saved: Whole(), left: Whole() }))
export type SheetSaved = Static<typeof SheetSaved>

export const CountSubmit = form({ missing_as_zero: may(Flag) })
const Again = form({
  line_id: Id,
  recounted: Money,
  unit: may(Text(0, 20)),
  reason: may(Text(0, 300)),
})
export const Recount = named('StockRecount', form({ lines: some(Again, 1000) }))
export type Recounted = Static<typeof Again>
export const SendBack = form({ line_ids: some(Id, 1000), note: Text(3, 300) })
export type SendBack = Static<typeof SendBack>
export const CountApproving = form({ note: may(Text(0, 300)), witness_token: WitnessToken })
export type CountApproving = Static<typeof CountApproving>
