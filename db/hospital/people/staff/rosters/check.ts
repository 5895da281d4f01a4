// The clashes of a roster: its people, all their shifts nearby, their leave and licences, read once.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { standingsOf } from '../licences/status.ts'
import { awayIn } from '../leave/spans.ts'
import { lastDayOf } from '../records/for-pay.ts'
import { staff } from '../records/tables.ts'
import { lackedBy } from '../training/courses/gaps.ts'
import { settingsOf } from '../settings/settings.ts'
import { clashesOf, type Person, type Planned } from './clashes.ts'
import type { ClashShown } from './shapes.ts'
import { roster_shifts } from './tables.ts'

interface Days {
  id: string
  starts_on: string
  ends_on: string
}

/** Rest and weeks reach over the edges of a roster. */
const nearby_days = 8

export async function clashesIn(
  caller: Caller,
  { id, starts_on, ends_on }: Days,
  only?: readonly string[],
): Promise<ClashShown[]> {
  const { hospital_id } = caller
  const here = await roster_shifts.all({ hospital_id, roster_id: id })
  const ids = [...new Set(here.flatMap(({ staff_id }) => staff_id ?? []))]
  const asked = only === undefined ? ids : ids.filter((one) => only.includes(one))
  if (asked.length === 0) return []
  const from = nextDay(starts_on, -nearby_days)
  const to = nextDay(ends_on, nearby_days)
  const near = await roster_shifts.read(
    sql`select ${roster_shifts.selection()} from roster_shifts where hospital_id = ${hospital_id}
      and staff_id${oneOf(asked)} and date between ${from} and ${to} and status <> 'CANCELLED'`,
  )
  const by_person = Map.groupBy(near, ({ staff_id }) => staff_id ?? '')
  const people = await peopleOf(caller, asked, { from, to })
  const settings = await settingsOf(caller)
  const own = new Set(here.map((shift) => shift.id))
  return people.flatMap((person) => {
    const shifts: Planned[] = by_person.get(person.staff_id) ?? []
    return clashesOf(person, shifts, settings)
      .filter(({ shift_id }) => own.has(shift_id))
      .map((clash) => ({ ...clash, staff_name: person.name }))
  })
}

async function peopleOf(
  caller: Caller,
  ids: readonly string[],
  days: { from: string; to: string },
): Promise<Person[]> {
  const { hospital_id } = caller
  const found = await staff.all({ hospital_id, id: [...ids] }, { order: ['name_key', 'id'] })
  const away = Map.groupBy(await awayIn(caller, { staff_ids: ids, ...days }), (one) => one.staff_id)
  const lacked = await lackedBy(caller, ids, days.to)
  const lacks = Map.groupBy(lacked, (one) => one.staff_id)
  const standings = await standingsOf(caller, ids, days.from, await settingsOf(caller))
  return found.map((row) => {
    const licence = standings.get(row.id)
    const none = licence?.licence_no === null
    return {
      staff_id: row.id,
      name: row.full_name,
      status: row.status,
      hired_on: row.hired_on,
      exited_on: lastDayOf(row),
      facility_ids: row.facility_ids,
      no_nights_until: row.no_nights_until,
      licence: {
        needed: licence !== undefined && licence.status !== 'NOT_NEEDED',
        until: none ? null : (licence?.expires_on ?? ''),
      },
      away: away.get(row.id) ?? [],
      lacks: lacks.get(row.id) ?? [],
    }
  })
}
