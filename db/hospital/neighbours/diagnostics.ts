// What is asked of laboratory and imaging (DIA-170) before they stand.

import type { Caller } from '../../caller.ts'
import { question } from './question.ts'

export interface PendingOrder {
  order_id: string
  reference: string
  discipline: 'LABORATORY' | 'IMAGING'
  test: string
  status: string
  priority: string
  due_at: string | null
}

/** Unfinished only. */
export const pendingFor = question(
  async (
    _caller: Caller,
    _asked: { visit_id: string } | { admission_id: string },
  ): Promise<PendingOrder[]> => [],
)

/** When the last result of a visit came, for patients who go back to their clinician (VIS-13). */
export const lastResultAt = question(
  async (_caller: Caller, _visit_id: string): Promise<string | null> => null,
)

/** Orders of a visit that are not cancelled, finished ones too: what keeps it from cancelling. */
export const ordersOn = question(async (_caller: Caller, _visit_id: string): Promise<number> => 0)
