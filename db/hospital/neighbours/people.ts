// What is asked of people (HR-140 to HR-142) before it stands. Undefined: nobody keeps staff records
// yet, so that none can be missing; null: there is no such record.

import type { Caller } from '../../core/caller.ts'
import { isId } from '../../core/ids.ts'
import { question } from '../../core/question.ts'

export interface StaffBrief {
  staff_id: string
  name: string
  cadre: string | null
  grade: string | null
  national_id: string | null
  status?: string
  /** Of the council, where the cadre has one. */
  licence_no?: string | null
  /** Of a cadre that sees patients. */
  clinical?: boolean
}

/** The staff record of an account; without one named, of the caller. */
export const staffOf = question(
  async (_caller: Caller, _user_id?: string): Promise<StaffBrief | null | undefined> => undefined,
)

export const staffById = question(
  async (_caller: Caller, staff_id: string): Promise<StaffBrief | null | undefined> =>
    isId(staff_id) ? undefined : null,
)

/** Where somebody is reached; null: there is no such record. */
export const phoneOfStaff = question(
  async (
    _caller: Caller,
    _staff_id: string,
  ): Promise<{ name: string; phone: string; status: string } | null> => null,
)

/**
 * HR-14: whether somebody may sign on this day. `always`: what is never let go on with a warning (a
 * witness for controlled drugs, a theatre lead, a bedside check of blood).
 */
export const mayPractise = question(
  async (
    _caller: Caller,
    _staff_id: string,
    _date: string,
    _asked?: { always?: boolean },
  ): Promise<{ answer: 'OK' | 'WARN' | 'BLOCK'; message: string | null }> => ({
    answer: 'OK',
    message: null,
  }),
)

/** HR-140: what a cashier was short is taken off the next pay; null while nobody pays salaries. */
export const addShortage = question(
  async (
    _caller: Caller,
    _asked: { staff_id: string; amount: number; source: string; source_id: string },
  ): Promise<{ deduction_id: string } | null> => null,
)

/** HR-22: what was offered is written down as a pay that waits for its approval; where nobody pays, nothing. */
export const payAgreed = question(
  async (
    _caller: Caller,
    _asked: { staff_id: string; basic_pay: number; effective_from: string },
  ): Promise<void> => undefined,
)

/** HR-66: the run, approved or further, that pays this month of a branch; null while none does. */
export const payIsFixed = question(
  async (
    _caller: Caller,
    _asked: { facility_id: string; period_year: number; period_month: number },
  ): Promise<string | null> => null,
)

/** Whether there is such a staff record, for the account that is linked to it. */
export const isStaff = question(
  async (_caller: Caller, _staff_id: string): Promise<boolean> => false,
)

/** As what and where the people of these accounts work, by the account. */
export const workersOf = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
    _user_ids: readonly string[],
  ): Promise<ReadonlyMap<string, { cadre: string | null; department: string | null }>> => new Map(),
)

/** The state of employment of each, by its id. */
export const employmentOf = question(
  async (_caller: Caller, _staff_ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map(),
)

/** Staff records of people who have left. */
export const staffWhoLeft = question(async (_caller: Caller): Promise<readonly string[]> => [])
