// The reasons of an adjustment that a new hospital begins with (2.4).

import { stock_reasons } from './tables.ts'
import type { approval_needs, directions, reason_sides } from './words.ts'

type Shipped = readonly [
  code: string,
  name: string,
  direction: (typeof directions)[number],
  side: (typeof reason_sides)[number],
  needs_approval: (typeof approval_needs)[number],
  more?: { counts_as_consumption?: true; needs_note?: false; controlled_allowed?: true },
]

const for_controlled = { controlled_allowed: true } as const
const used = { counts_as_consumption: true } as const

const reasons: readonly Shipped[] = [
  ['EXPIRED_FOUND', 'Found expired', 'OUT', 'expired', 'above', { needs_note: false }],
  ['DAMAGED', 'Damaged', 'OUT', 'damaged', 'above', for_controlled],
  ['BROKEN', 'Broken', 'OUT', 'damaged', 'above', for_controlled],
  ['SPILT', 'Spilt', 'OUT', 'damaged', 'above', for_controlled],
  ['LOST', 'Lost', 'OUT', 'lost', 'above', for_controlled],
  ['STOLEN', 'Stolen', 'OUT', 'lost', 'always', for_controlled],
  ['FOUND', 'Found', 'IN', 'count_difference', 'above', for_controlled],
  ['WRONG_ENTRY', 'Wrong entry', 'BOTH', 'count_difference', 'above', for_controlled],
  ['UNIT_ERROR', 'Wrong unit', 'BOTH', 'count_difference', 'above'],
  ['SAMPLE', 'Sample taken', 'OUT', 'cost', 'above', used],
  ['DEMO', 'Shown and used up', 'OUT', 'cost', 'above', used],
  ['DONATED_OUT', 'Given to another facility', 'OUT', 'cost', 'always'],
]

export async function shipReasons(hospital_id: string): Promise<void> {
  await stock_reasons.insertMany(
    reasons.map(([code, name, direction, side, needs_approval, more]) => ({
      hospital_id,
      code,
      name,
      direction,
      side,
      needs_approval,
      needs_note: true,
      ...more,
    })),
  )
}
