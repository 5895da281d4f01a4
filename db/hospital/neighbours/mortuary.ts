// What is asked of the mortuary (MOR-21) before it stands.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/** The body of somebody who died, as it is kept now; null: it never came here. */
export const bodyOf = question(
  async (
    _caller: Caller,
    _patient_id: string,
  ): Promise<{ status: string; reference: string; released_at?: string | null } | null> => null,
)
