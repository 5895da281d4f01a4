// Cells of a roster as the shifts they become (HR-32, HR-33).

import type { Caller } from '../../../../core/caller.ts'
import { invalidAs, noSuch } from '../../../../core/refusal.ts'
import type { NewRow } from '../../../../store/table.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import { staff } from '../records/tables.ts'
import type { RosterRow } from './rosters.ts'
import type { Cells } from './shapes.ts'
import type { roster_shifts } from './tables.ts'
import { isNight, isOf, paidMinutes, type ShiftTypeRow, timesOn, typesOf } from './types.ts'

type Cell = Cells['cells'][number]

/** Of which person on which day. */
export const keyOf = ({ date, staff_id }: { date: string; staff_id?: string | null }): string =>
  `${date} ${staff_id ?? ''}`

export async function cellsPlaced(
  caller: Caller,
  roster: RosterRow,
  cells: readonly Cell[],
): Promise<NewRow<(typeof roster_shifts)['columns']>[]> {
  const { hospital_id } = caller
  const types = await typesOf(caller)
  const ids = [...new Set(cells.flatMap(({ staff_id }) => staff_id ?? []))]
  const known = new Set((await staff.all({ hospital_id, id: ids })).map((person) => person.id))
  const facility = await facilityRecord.get(caller, roster.facility_id)
  const zone = facility.time_zone ?? (await hospitalOf(caller)).timezone
  const seen = new Set<string>()
  return cells.flatMap((cell, at) => {
    const field = `cells[${at}]`
    if (cell.date < roster.starts_on || cell.date > roster.ends_on) {
      throw invalidAs(`${field}.date`, `${cell.date} is not in ${roster.number}.`)
    }
    const staff_id = cell.staff_id ?? null
    if (staff_id !== null && !known.has(staff_id)) throw noSuch('staff member')
    if (cell.shift_type_id === null) return []
    const type = typeFor(types, cell.shift_type_id, roster, field)
    const same = `${keyOf(cell)} ${type.id}`
    if (staff_id !== null && seen.has(same)) throw invalidAs(field, 'is said twice.')
    seen.add(same)
    return [{ ...placed(roster, type, zone, cell), staff_id }]
  })
}

function typeFor(
  types: ReadonlyMap<string, ShiftTypeRow>,
  id: string,
  { department }: RosterRow,
  field: string,
): ShiftTypeRow {
  const type = types.get(id)
  if (type === undefined) throw noSuch('shift type')
  if (!type.active || !isOf(type, department)) {
    throw invalidAs(`${field}.shift_type_id`, `${type.code} is not for ${department}.`)
  }
  return type
}

const placed = (roster: RosterRow, type: ShiftTypeRow, zone: string, cell: Cell) => ({
  hospital_id: roster.hospital_id,
  roster_id: roster.id,
  facility_id: roster.facility_id,
  department: roster.department,
  date: cell.date,
  shift_type_id: type.id,
  code: type.code,
  ...timesOn(zone, cell.date, type),
  paid_minutes: paidMinutes(type),
  on_call: type.on_call,
  night: isNight(type),
  role: cell.role || null,
  note: cell.note || null,
  status: cell.staff_id ? ('PLANNED' as const) : ('OPEN' as const),
})
