// What is asked of people about who is there: leave, holidays, names (HR-140, HR-142).

import type { Caller } from '../../core/caller.ts'
import { nextDay } from '../../core/clock.ts'
import type { StaffBrief } from './people.ts'
import { question } from '../../core/question.ts'

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

/** HR-140: appointments refuse a clinician who is away. */
export const isAway = question(
  async (_caller: Caller, _staff_id: string, _date: string): Promise<boolean> => false,
)

/** `isAway` for a whole diary, with the reason; who does not answer it is asked day by day. */
export const awayBetween = question(
  async (
    caller: Caller,
    { staff_ids, from, to }: { staff_ids: readonly string[]; from: string; to: string },
  ): Promise<Away[]> => {
    const away: Away[] = []
    for (const staff_id of new Set(staff_ids)) {
      for (let date = from; date <= to; date = nextDay(date)) {
        if (await isAway(caller, staff_id, date)) {
          away.push({ staff_id, from: date, to: date, reason: 'on leave' })
        }
      }
    }
    return away
  },
)

/** Confirmed public holidays. */
export const holidays = question(
  async (
    _caller: Caller,
    _asked: { from: string; to: string; facility_id?: string },
  ): Promise<{ date: string; name: string }[]> => [],
)
