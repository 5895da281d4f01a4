// What areas above emergencies ask of them.

import type { Caller } from '../../caller.ts'
import { question } from './question.ts'

/**
 * A set of vitals was recorded, amended or voided: when an open emergency is observed
 * next; null: there is none.
 */
export const observed = question(
  async (
    _caller: Caller,
    _asked: { visit_id: string; at: string; every_minutes: number | null },
  ): Promise<{ next_at: string | null } | null> => null,
)
