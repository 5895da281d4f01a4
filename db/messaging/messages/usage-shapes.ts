// What /v1/usage answers (MSG 2.20, MSG-623).

import { Money, optional, form, kind, nullable, type Static } from '../../core/kinds/kinds.ts'
import { Count, list, Words } from '../../core/kinds/strict.ts'

export const Share = kind<number>({ type: 'number', minimum: 0, maximum: 1 })

const sums = {
  messages: Count(),
  segments: Count(),
  sent: Count(),
  delivered: Count(),
  failed: Count(),
  expired: Count(),
  optedOut: Count(),
  cancelled: Count(),
  cost: Money,
  refunded: Money,
  /** Of those that ended at the operator; null where none did. */
  deliveryRate: nullable(Share),
}
const Sums = form(sums)
export type UsageSums = Static<typeof Sums>

const side = optional(nullable(Words(0, 64)))

export const Usage = form({
  from: Words(10, 10),
  to: Words(10, 10),
  currency: Words(0, 3),
  data: list(
    form({
      day: side,
      month: side,
      operator: side,
      senderId: side,
      key: side,
      campaign: side,
      class: side,
      channel: side,
      ...sums,
    }),
  ),
  totals: form({ ...sums, medianDeliverySeconds: nullable(Count()) }),
})
export type Usage = Static<typeof Usage>
