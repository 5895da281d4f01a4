// A delivery as it is kept: gone, received, or taken back the same day.

import { life } from '../../../../core/states.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { delivery_states } from '../words.ts'
import { deliveries, delivery_lines, delivery_moves } from './tables.ts'

export type DeliveryRow = RowOf<(typeof deliveries)['columns']>
export type DeliveryLine = RowOf<(typeof delivery_lines)['columns']>

export const delivery_life = life('delivery', delivery_states, {
  acknowledge: { from: ['DELIVERED'], to: 'ACKNOWLEDGED', permission: 'salesorder:deliver' },
  reverse: {
    from: ['DELIVERED'],
    to: 'REVERSED',
    permission: 'salesorder:cancel',
    reason: 'required',
  },
})

export const deliveryRecord = recordWithLife(deliveries, {
  life: delivery_life,
  called: ({ number }) => number,
  history: historyIn(delivery_moves),
  sequence: 'delivery',
})

export const delivery_content = linesOf(delivery_lines, 'delivery_id')
