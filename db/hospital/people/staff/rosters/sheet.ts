// What a roster says on paper (HR-40).

import type { Caller } from '../../../../core/caller.ts'
import { rosterRecord } from './rosters.ts'
import { find } from './shifts.ts'
import { typesOf } from './types.ts'

export async function sheetOf(caller: Caller, id: string) {
  const row = await rosterRecord.get(caller, id)
  const { people, open } = await find(caller, id)
  const shifts = [...people.flatMap((one) => one.shifts), ...open]
  const used = new Set(shifts.map(({ shift_type_id }) => shift_type_id))
  const types = [...(await typesOf(caller)).values()].filter((one) => used.has(one.id))
  return {
    facility_id: row.facility_id,
    number: row.number,
    at: row.published_at ?? row.created_at,
    department: row.department,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    is_draft: row.status === 'DRAFT',
    people,
    open,
    legend: types.map(({ code, name, starts_at: from, ends_at: to }) => ({ code, name, from, to })),
  }
}
