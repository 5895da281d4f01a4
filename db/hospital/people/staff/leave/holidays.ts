// Public holidays (people 2.7, HR-142): those that count are confirmed.

import type { Caller } from '../../../../core/caller.ts'
import { isOnCalendar } from '../../../../core/clock.ts'
import { fresh } from '../../../../core/versions.ts'
import { type Page, type PageAsked, pageOf } from '../../../../store/pages.ts'
import { type Of, recordOf } from '../../../../store/record-of.ts'
import { sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import type { Holiday, HolidayChange, HolidayInput } from './shapes.ts'
import { holidays } from './tables.ts'

type Row = RowOf<(typeof holidays)['columns']>

export const holidayRecord = recordOf(holidays, 'holiday')

/** Of a year, those that come every year on their day of it. */
export async function list(
  caller: Caller,
  { year, ...asked }: PageAsked & { year?: number },
): Promise<Page<Holiday>> {
  const { hospital_id } = caller
  const of = String(year ?? (await today(caller)).slice(0, 4)).padStart(4, '0')
  const all = await holidays.all({ hospital_id }, { order: ['date', 'id'] })
  const found = all.flatMap((row) => {
    const date = dateIn(row, of)
    return date === undefined ? [] : [{ ...row, date }]
  })
  return pageOf(
    asked,
    found.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
  )
}

function dateIn({ date, recurring }: Row, year: string): string | undefined {
  if (date.startsWith(year)) return date
  if (!recurring || year < date.slice(0, 4)) return undefined
  const day = `${year}${date.slice(4)}`
  return isOnCalendar(day) ? day : undefined
}

export async function open(caller: Caller, input: HolidayInput): Promise<Holiday> {
  const { facility_id = null } = input
  if (facility_id !== null) await facilityRecord.get(caller, facility_id)
  const made = await holidays.insert({
    hospital_id: caller.hospital_id,
    date: input.date,
    name: input.name,
    facility_id,
    confirmed: input.confirmed ?? true,
    recurring: input.recurring ?? false,
  })
  record(caller, 'holiday.create', about(made))
  return made
}

const about = ({ id, name, date }: Row) => ({
  entity_type: 'holiday',
  entity_id: id,
  entity_label: `${name} ${date}`,
})

export async function change(caller: Caller, id: string, input: HolidayChange): Promise<Holiday> {
  const before = await holidayRecord.locked(caller, id)
  fresh(caller, before)
  await holidays.change({ hospital_id: caller.hospital_id, id }, input)
  record(caller, 'holiday.update', { ...about(before), changes: difference(before, input) })
  return holidayRecord.get(caller, id)
}

/** The confirmed ones between two days, of every branch and of this one. */
export async function holidaysBetween(
  { hospital_id }: Of,
  { from, to, facility_id }: { from: string; to: string; facility_id?: string },
): Promise<{ date: string; name: string }[]> {
  const known = await holidays.read(
    sql`select ${holidays.selection()} from holidays where hospital_id = ${hospital_id}
      and confirmed and date <= ${to} and (recurring or date >= ${from}) order by date, id`,
  )
  const here = known.filter((one) => one.facility_id === null || one.facility_id === facility_id)
  const found = []
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
    for (const one of here) {
      const date = dateIn(one, String(year).padStart(4, '0'))
      if (date !== undefined && from <= date && date <= to) found.push({ date, name: one.name })
    }
  }
  return found
}
