// Products, units and categories as they come in and go out (2.1).

import {
  choice,
  Decimal,
  Flag,
  form,
  Day,
  Id,
  kind,
  listOf,
  Money,
  named,
  nullable,
  optional,
  partial,
  QueryFlag,
  Search,
  shape,
  some,
  type Static,
  Text,
  Whole,
} from '../../../../core/kinds/kinds.ts'
import { fieldsOf } from '../../../../store/fields-of.ts'
import { product_units, products, stock_categories, stock_units } from './tables.ts'
import {
  antibiotic_groups,
  controlled_schedules,
  product_classes,
  programmes,
  stock_states,
  storages,
  ven_letters,
} from './words.ts'

const product = fieldsOf(products)
const unit = fieldsOf(stock_units)
const category = fieldsOf(stock_categories)
const pack = fieldsOf(product_units)

const line = (max: number) => nullable(Text(0, max))

/** Base units in a pack, with at most three decimals. */
const Factor = kind<number>({
  type: 'number',
  minimum: -1e9,
  maximum: 1e9,
  complaint: 'must be more than 0.',
})

export const ProductUnitInput = form({
  unit: Text(1, 20),
  factor: Factor,
  barcode: optional(line(40)),
  purchase_default: optional(nullable(Flag)),
  issue_default: optional(nullable(Flag)),
})
export type ProductUnitInput = Static<typeof ProductUnitInput>
export const ProductUnits = form({ units: some(ProductUnitInput, 20) })

const said = {
  generic_name: line(160),
  brand: line(160),
  manufacturer: line(160),
  category_id: nullable(Id),
  atc_code: line(7),
  strength: line(60),
  form: line(60),
  route: line(60),
  controlled: nullable(Flag),
  controlled_schedule: nullable(choice(controlled_schedules)),
  high_alert: nullable(Flag),
  lasa_with: nullable(listOf(Id, 50)),
  antibiotic_group: nullable(choice(antibiotic_groups)),
  ven: nullable(choice(ven_letters)),
  national_list: nullable(Flag),
  national_level: line(60),
  msd_code: line(40),
  registration_no: line(60),
  storage: nullable(choice(storages)),
  min_temp: nullable(Decimal(-90, 80)),
  max_temp: nullable(Decimal(-90, 80)),
  divisible: nullable(Flag),
  batch_required: nullable(Flag),
  expiry_required: nullable(Flag),
  min_shelf_life_days: nullable(Whole(0, 3650)),
  reissuable: nullable(Flag),
  tax_code: line(20),
  vat_recoverable: nullable(Flag),
  tariff_code: line(40),
  markup_pct: nullable(Decimal(0, 1000)),
  inventory_account_id: nullable(Id),
  cost_account_id: nullable(Id),
  substitutes: nullable(listOf(Id, 50)),
  programme: nullable(choice(programmes)),
}
const may_be_left_out = Object.fromEntries(
  Object.entries(said).map(([field, value]) => [field, optional(value)]),
) as { [K in keyof typeof said]: ReturnType<typeof optional<(typeof said)[K]>> }

export const ProductInput = named(
  'ProductInput',
  form({
    code: optional(line(30)),
    name: Text(2, 160),
    class: choice(product_classes),
    base_unit: Text(1, 20),
    units: optional(nullable(listOf(ProductUnitInput, 20))),
    ...may_be_left_out,
  }),
)
export type ProductInput = Static<typeof ProductInput>

export const ProductChange = named(
  'ProductChange',
  partial({
    code: Text(1, 30),
    name: Text(2, 160),
    class: choice(product_classes),
    base_unit: Text(1, 20),
    ...said,
  }),
)
export type ProductChange = Static<typeof ProductChange>

const Pack = shape({
  ...pack('unit'),
  factor: Money,
  ...pack('barcode', 'purchase_default', 'issue_default'),
})

const product_fields = {
  ...product('id', 'code', 'name', 'generic_name', 'brand', 'manufacturer', 'class'),
  ...product('category_id', 'atc_code', 'strength', 'form', 'route', 'controlled'),
  ...product('controlled_schedule', 'high_alert'),
  lasa_with: listOf(Id),
  ...product('antibiotic_group', 'ven', 'abc', 'national_list', 'national_level', 'msd_code'),
  ...product('registration_no', 'storage', 'min_temp', 'max_temp', 'base_unit', 'divisible'),
  units: listOf(Pack),
  ...product('batch_required', 'expiry_required', 'min_shelf_life_days', 'reissuable'),
  ...product('tax_code', 'vat_recoverable', 'tariff_code', 'markup_pct'),
  ...product('inventory_account_id', 'cost_account_id'),
  substitutes: listOf(Id),
  ...product('programme', 'active'),
  on_hand: Money,
  available: Money,
  reserved: Money,
  quarantined: Money,
  on_order: Money,
  average_cost: nullable(Money),
  value: nullable(Money),
  stock_state: choice(stock_states),
  ...product('created_at', 'created_by_name', 'updated_at', 'version'),
}
/** As lists have it; with a store named, the figures are of that store. */
export const Product = named('Product', shape(product_fields))
export type Product = Static<typeof Product>
export const ProductOpened = named(
  'ProductOpened',
  shape({
    ...product_fields,
    amc: nullable(Money),
    months_of_stock: nullable(Money),
    last_purchase_price: nullable(Money),
    last_supplier_name: nullable(Text(0, 160)),
    last_received_on: nullable(Day),
  }),
)
export type ProductOpened = Static<typeof ProductOpened>

export const ProductFilters = {
  search: optional(Search),
  class: optional(choice(product_classes)),
  category_id: optional(Id),
  controlled: optional(QueryFlag),
  ven: optional(choice(ven_letters)),
  programme: optional(choice(programmes)),
  storage: optional(choice(storages)),
  stock_state: optional(choice(stock_states)),
  store_id: optional(Id),
  active: optional(QueryFlag),
}
const filters = shape(ProductFilters)
export type ProductFilter = Static<typeof filters>

export const UnitInput = named(
  'StockUnitInput',
  form({ code: Text(1, 20), name: Text(1, 60), plural: optional(line(60)) }),
)
export type UnitInput = Static<typeof UnitInput>
export const Unit = named(
  'StockUnit',
  shape(unit('id', 'code', 'name', 'plural', 'active', 'version')),
)

export const CategoryInput = named(
  'StockCategoryInput',
  form({
    name: Text(1, 120),
    parent_id: optional(nullable(Id)),
    class: optional(nullable(choice(product_classes))),
  }),
)
export type CategoryInput = Static<typeof CategoryInput>
export const Category = named(
  'StockCategory',
  shape(category('id', 'name', 'parent_id', 'class', 'active', 'version')),
)
export const CategoryFilters = {
  class: optional(choice(product_classes)),
  active: optional(QueryFlag),
}
