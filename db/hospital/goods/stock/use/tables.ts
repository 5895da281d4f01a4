// What was used in whole months that are over, kept so that nobody reads their moves again (STK-110). Quantities in
// thousandths of the base unit.

import { big, code, instant, integer, ref } from '../../../../store/columns.ts'
import { table } from '../../../../store/table.ts'

export const stock_month_uses = table(
  'stock_month_uses',
  {
    hospital_id: ref('hospitals'),
    store_id: ref('stores'),
    /** As `2026-03`. */
    month: code(7),
    product_id: ref('products'),
    consumed: big(),
    /** On how many days of it something lay there. */
    days: integer(),
  },
  {
    key: ['store_id', 'month', 'product_id'],
    // All that is asked of a store stands in it, product by product: nothing is looked up, and nothing put in order.
    indexes: [{ columns: ['hospital_id', 'store_id', 'product_id', 'month', 'consumed', 'days'] }],
  },
)

/** A month stands here when all that was used in it is kept, nothing at all too. */
export const stock_months_kept = table(
  'stock_months_kept',
  { hospital_id: ref('hospitals'), month: code(7), kept_at: instant() },
  { key: ['hospital_id', 'month'] },
)
