// What is asked of theatre (OT-28).

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/** T!: whoever was called for an operation has come. */
export const patientArrived = question(
  async (_caller: Caller, _asked: { appointment_id: string; visit_id: string }): Promise<unknown> =>
    undefined,
)
