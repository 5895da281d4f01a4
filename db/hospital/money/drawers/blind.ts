// The drawer that somebody sits at and has yet to count, when they count blind (BIL-93).

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import type { BlindDrawer } from '../../neighbours/books.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { policyOf } from '../policy/policy.ts'
import { liveShift, namedDrawer } from './rows.ts'

export async function blindDrawer(caller: Caller): Promise<BlindDrawer | null> {
  if (caller.user_id === null) return null
  const shift = await liveShift(caller, caller.user_id)
  if (shift === undefined || !(await policyOf(caller)).blind_count) return null
  const { account_id, facility_id } = await namedDrawer(caller, shift.drawer_id)
  const { timezone } = await hospitalOf(caller)
  return {
    account_id,
    facility_id,
    opening_float: shift.opening_float,
    opened_on: dayIn(timezone, new Date(shift.opened_at)),
  }
}
