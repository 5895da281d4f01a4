// When somebody is away.

import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { Away } from '../../../neighbours/duty.ts'
import { away_states } from './words.ts'

/** The last day off: the one before a recall. */
export const lastDayOf = ({
  ends_on,
  recalled_on,
}: {
  ends_on: string
  recalled_on: string | null
}): string => (recalled_on === null ? ends_on : nextDay(recalled_on, -1))

/** Why somebody is away is nobody's business but HR's (HR-83). */
export async function awayIn(
  { hospital_id }: Of,
  { staff_ids, from, to }: { staff_ids: readonly string[]; from: string; to: string },
): Promise<Away[]> {
  const found = await rows<{
    staff_id: string
    starts_on: string
    ends_on: string
    recalled_on: string | null
  }>(
    sql`select staff_id, starts_on, ends_on, recalled_on from leave_requests
      where hospital_id = ${hospital_id} and staff_id${oneOf(staff_ids)}
      and status${oneOf(away_states)} and starts_on <= ${to} and ends_on >= ${from}
      and half_day is null order by starts_on`,
  )
  return found
    .map((row) => ({
      staff_id: row.staff_id,
      from: row.starts_on,
      to: lastDayOf(row),
      reason: 'on leave',
    }))
    .filter((away) => away.from <= away.to && away.to >= from)
}

export const isAwayOn = async (caller: Of, staff_id: string, date: string): Promise<boolean> =>
  (await awayIn(caller, { staff_ids: [staff_id], from: date, to: date })).length > 0
