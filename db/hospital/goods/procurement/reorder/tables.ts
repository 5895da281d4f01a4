// How much of a product a store shall have (2.3). Quantities in thousandths of the base unit.

import { big, choice, id, integer, nullable, real, ref, yes } from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { reorder_methods } from './words.ts'

export const reorder_rules = table(
  'reorder_rules',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    product_id: ref('products'),
    store_id: ref('stores'),
    method: choice(reorder_methods),
    /** Of FIXED: below what is bought, and up to what. */
    min: nullable(big()),
    max: nullable(big()),
    /** Null: as the supplier delivers. */
    lead_days: nullable(integer()),
    review_days: integer(),
    safety_days: integer(),
    max_months: real(),
    preferred_supplier_id: nullable(ref('goods_suppliers')),
    active: yes(),
    ...versioned,
  },
  {
    unique: [{ columns: ['store_id', 'product_id'] }],
    indexes: [{ columns: ['hospital_id', 'product_id'] }],
  },
)
