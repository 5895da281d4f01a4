// What a roster says on paper (HR-40).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { holidaysBetween } from '../leave/holidays.ts'
import { awayIn } from '../leave/spans.ts'
import { rosterRecord } from './rosters.ts'
import { find } from './shifts.ts'
import { typesOf } from './types.ts'

export async function sheetOf(caller: Caller, id: string) {
  const row = await rosterRecord.get(caller, id)
  const { people, open } = await find(caller, id)
  const shifts = [...people.flatMap((one) => one.shifts), ...open]
  const used = new Set(shifts.map(({ shift_type_id }) => shift_type_id))
  const types = [...(await typesOf(caller)).values()].filter((one) => used.has(one.id))
  const days = { from: row.starts_on, to: row.ends_on }
  const staff_ids = people.map(({ staff_id }) => staff_id)
  const leave = await awayIn(caller, { staff_ids, ...days })
  return {
    facility_id: row.facility_id,
    number: row.number,
    at: row.published_at ?? row.created_at,
    department: row.department,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    is_draft: row.status === 'DRAFT',
    people: people.map((person) => ({
      ...person,
      away: leave
        .filter(({ staff_id }) => staff_id === person.staff_id)
        .flatMap(({ from, to }) => daysWithin({ from, to }, days)),
    })),
    open,
    holidays: await holidaysBetween(caller, { ...days, facility_id: row.facility_id }),
    legend: types.map(({ code, name, starts_at: from, ends_at: to }) => ({ code, name, from, to })),
  }
}

interface Days {
  from: string
  to: string
}

function daysWithin(span: Days, { from, to }: Days): string[] {
  const last = span.to < to ? span.to : to
  const found: string[] = []
  for (let day = span.from > from ? span.from : from; day <= last; day = nextDay(day)) {
    found.push(day)
  }
  return found
}
