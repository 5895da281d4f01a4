// What the hospital keeps (2.1): products with their packs, units of measure, categories.

import {
  big,
  choice,
  code,
  flag,
  id,
  integer,
  json,
  key,
  no,
  nullable,
  otherwise,
  real,
  ref,
  text,
  uuid,
  yes,
} from '../../../../store/columns.ts'
import { searched, versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import {
  abc_letters,
  antibiotic_groups,
  controlled_schedules,
  product_classes,
  programmes,
  storages,
  ven_letters,
} from './words.ts'

export const stock_units = table(
  'stock_units',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(20),
    name: text(60),
    plural: text(60),
    active: yes(),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'code'] }] },
)

export const stock_categories = table(
  'stock_categories',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    parent_id: nullable(ref('stock_categories')),
    name: text(120),
    name_key: key(120),
    class: nullable(choice(product_classes)),
    active: yes(),
    ...versioned,
  },
  { unique: [{ columns: ['hospital_id', 'name_key'] }] },
)

export const products = table(
  'products',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    code: code(30),
    name: text(160),
    /** Name, strength and form, folded: one active product of each (STK-4). */
    identity: key(300),
    generic_name: nullable(text(160)),
    brand: nullable(text(160)),
    manufacturer: nullable(text(160)),
    class: choice(product_classes),
    category_id: nullable(ref('stock_categories')),
    atc_code: nullable(code(7)),
    strength: nullable(text(60)),
    form: nullable(text(60)),
    route: nullable(text(60)),
    controlled: no(),
    controlled_schedule: nullable(choice(controlled_schedules)),
    high_alert: no(),
    lasa_with: otherwise(json<string[]>(), () => []),
    antibiotic_group: nullable(choice(antibiotic_groups)),
    ven: nullable(choice(ven_letters)),
    abc: nullable(choice(abc_letters)),
    national_list: no(),
    national_level: nullable(text(60)),
    msd_code: nullable(code(40)),
    registration_no: nullable(text(60)),
    storage: choice(storages),
    min_temp: nullable(real()),
    max_temp: nullable(real()),
    base_unit: code(20),
    divisible: no(),
    batch_required: flag(),
    expiry_required: flag(),
    min_shelf_life_days: nullable(integer()),
    reissuable: flag(),
    tax_code: nullable(text(20)),
    vat_recoverable: nullable(flag()),
    tariff_code: nullable(code(40)),
    markup_pct: nullable(real()),
    inventory_account_id: nullable(uuid()),
    cost_account_id: nullable(uuid()),
    substitutes: otherwise(json<string[]>(), () => []),
    programme: nullable(choice(programmes)),
    active: yes(),
    /** From the first move on the base unit stays (STK-2). */
    moved: no(),
    created_by_name: text(160),
    ...searched,
    ...versioned,
  },
  {
    search: ['name', 'generic_name', 'brand', 'code', 'atc_code'],
    unique: [
      { columns: ['hospital_id', 'code'] },
      { columns: ['hospital_id', 'identity'], only_where: 'active' },
    ],
    indexes: [
      { columns: ['hospital_id', 'name', 'id'] },
      { columns: ['hospital_id', 'tariff_code'], only_where: 'tariff_code is not null and active' },
    ],
  },
)

export const product_units = table(
  'product_units',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    product_id: ref('products'),
    position: integer(),
    unit: code(20),
    /** Base units in it, in thousandths. */
    factor: big(),
    barcode: nullable(text(40)),
    /** Without its leading zeros: what a scanner leaves away is the same code. */
    barcode_key: nullable(code(40)),
    purchase_default: no(),
    issue_default: no(),
    /** A quantity was written in it: its factor stays (STK-2). */
    used: no(),
  },
  {
    unique: [
      { columns: ['product_id', 'unit'] },
      { columns: ['hospital_id', 'barcode_key'], only_where: 'barcode_key is not null' },
    ],
  },
)
