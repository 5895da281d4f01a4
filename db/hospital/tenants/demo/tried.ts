// What the hospital's own rules would not have is left out of its story, and the rest goes on.

import { isRefusal } from '../../../core/refusal.ts'
import { within } from '../../../store/connection.ts'

/** Whole, or nothing of it; undefined where it was refused. */
export const tried = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  triedInSteps(() => within(work))

/** As far as it goes: each step has a transaction of its own. */
export async function triedInSteps<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}
