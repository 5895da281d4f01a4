// What is asked of people about who is there: leave, holidays, names (HR-140, HR-142).

import type { Caller } from '../../caller.ts'
import type { StaffBrief } from './people.ts'
import { question } from './question.ts'

/** The ACTIVE clinical staff who are called so. */
export const cliniciansNamed = question(
  async (_caller: Caller, _name: string): Promise<StaffBrief[]> => [],
)

export interface Away {
  staff_id: string
  /** First and last day. */
  from: string
  to: string
  reason: string
}

/** `isAway` for many at once: approved leave that meets these days. */
export const awayBetween = question(
  async (
    _caller: Caller,
    _asked: { staff_ids: readonly string[]; from: string; to: string },
  ): Promise<Away[]> => [],
)

/** Confirmed public holidays. */
export const holidays = question(
  async (
    _caller: Caller,
    _asked: { from: string; to: string; facility_id?: string },
  ): Promise<{ date: string; name: string }[]> => [],
)
