// What is asked of commercial (COM-80 to COM-85) before it stands.

import type { Caller } from '../../caller.ts'
import { question } from './question.ts'

export const creditCheck = question(
  async (
    _caller: Caller,
    _asked: { client_id?: string; payer?: string; amount: number; emergency?: boolean },
  ): Promise<{ allowed: boolean; reason?: string; available?: number }> => ({ allowed: true }),
)
