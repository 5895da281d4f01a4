// What is set apart and must be decided on (2.5).

import { big, choice, code, id, instant, nullable, ref, text } from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import { quarantine_reasons } from './words.ts'

export const quarantine_items = table(
  'quarantine_items',
  {
    id: id(),
    hospital_id: ref('hospitals'),
    facility_id: ref('facilities'),
    level_id: ref('stock_levels'),
    store_id: ref('stores'),
    product_id: ref('products'),
    batch_id: ref('batches'),
    /** Still set apart; 0 once it is decided. */
    quantity: big(),
    since: instant(),
    reason: choice(quarantine_reasons),
    note: nullable(text(300)),
    source: nullable(code(40)),
    source_id: nullable(code(300)),
    by_name: text(160),
    decision: nullable(code(40)),
    decided_at: nullable(instant()),
    ...versioned,
  },
  {
    indexes: [
      { columns: ['hospital_id', 'since', 'id'], only_where: 'quantity > 0' },
      { columns: ['level_id'] },
    ],
  },
)
