// One row, made when something is first set; what is not in it counts as shipped.

import { json, ref } from '../../../../store/columns.ts'
import { versioned } from '../../../../store/stamps.ts'
import { table } from '../../../../store/table.ts'
import type { StockSettings } from './shapes.ts'

export const stock_settings = table(
  'stock_settings',
  {
    hospital_id: ref('hospitals'),
    /** Money in minor units. */
    said: json<Partial<Omit<StockSettings, 'version'>>>(),
    ...versioned,
  },
  { key: ['hospital_id'] },
)
