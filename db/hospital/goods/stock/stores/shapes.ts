import {
  choice,
  Flag,
  form,
  Id,
  listOf,
  Money,
  named,
  nullable,
  optional,
  partial,
  QueryFlag,
  shape,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { stores } from './tables.ts'
import { store_kinds } from './words.ts'

const store = fieldsOf(stores)

const said = {
  department: nullable(Text(0, 120)),
  holds_stock: nullable(Flag),
  dispenses: nullable(Flag),
  controlled_cupboard: nullable(Flag),
  supply_store_id: nullable(Id),
  is_default: nullable(Flag),
  is_default_dispensing: nullable(Flag),
  bins: nullable(listOf(Text(1, 40), 2000)),
  counts_every_days: nullable(Whole(1, 365)),
}
const may_be_left_out = Object.fromEntries(
  Object.entries(said).map(([field, value]) => [field, optional(value)]),
) as { [K in keyof typeof said]: ReturnType<typeof optional<(typeof said)[K]>> }

export const StoreInput = named(
  'StoreInput',
  form({
    code: Text(1, 20),
    name: Text(1, 120),
    facility_id: optional(nullable(Id)),
    kind: choice(store_kinds),
    keepers: optional(nullable(listOf(Id, 200))),
    ...may_be_left_out,
  }),
)
export type StoreInput = Static<typeof StoreInput>
export const StoreChange = named(
  'StoreChange',
  partial({
    code: Text(1, 20),
    name: Text(1, 120),
    kind: choice(store_kinds),
    active: Flag,
    ...said,
  }),
)
export type StoreChange = Static<typeof StoreChange>
export const Keepers = form({ user_ids: listOf(Id, 200) })

export const Store = named(
  'Store',
  shape({
    ...store('id', 'facility_id', 'code', 'name', 'kind', 'department', 'holds_stock'),
    ...store('dispenses', 'controlled_cupboard'),
    keepers: listOf(Text(1, 36)),
    ...store('supply_store_id', 'is_default', 'is_default_dispensing'),
    bins: listOf(Text(1, 40), 2000),
    ...store('active', 'counts_every_days'),
    value: nullable(Money),
    ...store('created_at', 'updated_at', 'version'),
  }),
)
export type Store = Static<typeof Store>

export const StoreFilters = {
  facility_id: optional(Id),
  kind: optional(choice(store_kinds)),
  mine: optional(QueryFlag),
  active: optional(QueryFlag),
}
const filters = shape(StoreFilters)
export type StoreFilter = Static<typeof filters>
