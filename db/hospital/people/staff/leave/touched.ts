// How many shifts a request touches (people 2.7): those its person stands in on its days, and those it set free.

import { rows } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { LeaveRow } from './requests.ts'
import type { leave_states } from './words.ts'

/** Of what was refused, taken back or is over nobody stands in a shift for its sake. */
const ahead: readonly (typeof leave_states)[number][] = ['REQUESTED', 'APPROVED']

export async function shiftsTouched(
  { hospital_id }: Of,
  found: readonly LeaveRow[],
): Promise<(row: LeaveRow) => number> {
  const ids = found.filter(({ status }) => ahead.includes(status)).map(({ id }) => id)
  const counted =
    ids.length === 0
      ? []
      : await rows<{ id: string; count: number }>(
          sql`select l.id, cast(count(*) as bigint) as count from leave_requests l
            join roster_shifts h on h.staff_id = l.staff_id
              and h.date >= l.starts_on and h.date <= l.ends_on and h.status <> 'CANCELLED'
            where l.hospital_id = ${hospital_id} and l.id${oneOf(ids)} group by l.id`,
        )
  const standing = new Map(counted.map(({ id, count }) => [id, Number(count)]))
  return ({ id, shifts_freed }) => (standing.get(id) ?? 0) + shifts_freed
}
