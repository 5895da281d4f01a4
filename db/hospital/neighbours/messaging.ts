// What is asked of the hospital's messaging account (MSG-602, MSG-611).

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/** Whether a number asked not to be written to. */
export const optedOut = question(
  async (
    _caller: Caller,
    _asked: { to: string; class: 'otp' | 'transactional' | 'promotional' },
  ): Promise<{ opted_out: boolean }> => ({ opted_out: false }),
)
