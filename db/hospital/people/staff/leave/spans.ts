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

interface Asked {
  staff_ids: readonly string[]
  from: string
  to: string
}

/** Why somebody is away is nobody's business but HR's (HR-83). */
export const awayIn = async (caller: Of, asked: Asked): Promise<Away[]> =>
  (await leaveIn(caller, asked)).map(({ sick: _sick, ...away }) => ({
    ...away,
    reason: 'on leave',
  }))

/** Whole days, in their order; `sick` is for counts alone. */
export async function leaveIn(
  { hospital_id }: Of,
  { staff_ids, from, to }: Asked,
): Promise<{ staff_id: string; from: string; to: string; sick: boolean }[]> {
  const found = await rows<{
    staff_id: string
    type_code: string
    starts_on: string
    ends_on: string
    recalled_on: string | null
  }>(
    sql`select staff_id, type_code, starts_on, ends_on, recalled_on from leave_requests
      where hospital_id = ${hospital_id} and staff_id${oneOf(staff_ids)}
      and status${oneOf(away_states)} and starts_on <= ${to} and ends_on >= ${from}
      and half_day is null order by starts_on`,
  )
  return found
    .map((row) => ({
      staff_id: row.staff_id,
      from: row.starts_on,
      to: lastDayOf(row),
      sick: row.type_code.startsWith('SICK_'),
    }))
    .filter((away) => away.from <= away.to && away.to >= from)
}

export const isAwayOn = async (caller: Of, staff_id: string, date: string): Promise<boolean> =>
  (await awayIn(caller, { staff_ids: [staff_id], from: date, to: date })).length > 0

/** Leave in these days that is not paid whole. */
export const reducedLeaveIn = (
  { hospital_id }: Of,
  { staff_ids, from, to }: { staff_ids: readonly string[]; from: string; to: string },
) =>
  rows<{
    staff_id: string
    starts_on: string
    ends_on: string
    recalled_on: string | null
    half_day: string | null
    pay_pct: number
  }>(
    sql`select r.staff_id, r.starts_on, r.ends_on, r.recalled_on, r.half_day, t.pay_pct
      from leave_requests r
      join leave_types t on t.hospital_id = r.hospital_id and t.code = r.type_code
      where r.hospital_id = ${hospital_id} and r.staff_id${oneOf(staff_ids)}
      and r.status${oneOf(away_states)} and r.starts_on <= ${to} and r.ends_on >= ${from}
      and t.pay_pct < 100 order by r.starts_on, r.id`,
  )

/** Who stood in a roster or had leave in these days. */
export async function seenIn(
  { hospital_id }: Of,
  { from, to }: { from: string; to: string },
): Promise<Set<string>> {
  const found = await rows<{ staff_id: string }>(
    sql`select distinct staff_id from roster_shifts where hospital_id = ${hospital_id}
      and staff_id is not null and date between ${from} and ${to}
      union select distinct staff_id from leave_requests where hospital_id = ${hospital_id}
      and status${oneOf(away_states)} and starts_on <= ${to} and ends_on >= ${from}`,
  )
  return new Set(found.map(({ staff_id }) => staff_id))
}
