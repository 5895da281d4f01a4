// What is asked of people about who is at work (HR-140). Undefined: nobody keeps a roster yet.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

export interface OnDuty {
  staff_id: string
  name: string
  /** The account, where there is one: how somebody is told. */
  user_id: string | null
  cadre: string | null
}

export const onDuty = question(
  async (
    _caller: Caller,
    _asked: { department?: string | null; facility_id?: string | null; at: string },
  ): Promise<OnDuty[] | undefined> => undefined,
)

export const onCall = question(
  async (
    _caller: Caller,
    _asked: { department?: string | null; at: string; cadre?: string },
  ): Promise<OnDuty[] | undefined> => undefined,
)
