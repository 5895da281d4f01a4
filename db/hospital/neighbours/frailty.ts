// What visits ask of maternity and of the register of vulnerable groups before they stand.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/** VUL-4 and MAT-31 as far as the queue needs them (QUE-5). */
export const frailtyOf = question(
  async (
    _caller: Caller,
    _patient_id: string,
  ): Promise<{ pregnant: boolean; disability: boolean }> => ({
    pregnant: false,
    disability: false,
  }),
)
