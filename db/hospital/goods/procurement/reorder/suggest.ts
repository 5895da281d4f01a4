// When to buy and how much (STK-111 to STK-113). Pure: quantities in thousandths of the base unit.

import { month_days } from '../../stock/use/consumption.ts'

export interface Need {
  method: 'AMC' | 'FIXED'
  min: number | null
  max: number | null
  lead_days: number
  safety_days: number
  max_months: number
}

export interface There {
  /** Used in a month; null: nobody can say yet. */
  use: number | null
  usable: number
  on_order: number
  in_transit: number
}

export interface Suggested {
  months: number | null
  point: number | null
  ceiling: number | null
  quantity: number
  packs: number
}

/** `pack`: base units in what is bought, in thousandths. */
export function suggest(need: Need, there: There, pack: number): Suggested {
  const { use, usable } = there
  const months = use === null || use === 0 ? null : usable / use
  const bounds = boundsOf(need, use)
  if (bounds === null) return { months, point: null, ceiling: null, quantity: 0, packs: 0 }
  const have = usable + there.on_order + there.in_transit
  const quantity = have <= bounds.point ? Math.max(0, bounds.ceiling - have) : 0
  return { months, ...bounds, quantity, packs: Math.ceil(quantity / pack) }
}

/** STK-112; null where nothing tells how much is used, or nothing is set. */
function boundsOf(need: Need, use: number | null): { point: number; ceiling: number } | null {
  if (need.method === 'FIXED') return { point: need.min ?? 0, ceiling: need.max ?? 0 }
  if (use === null) return null
  const days = need.lead_days + need.safety_days
  return { point: (use * days) / month_days, ceiling: use * need.max_months }
}
