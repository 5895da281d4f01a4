// A draft that is filled as it begins: like another roster, or by turns of shifts (HR-36). What would be refused
// is left open, and told.

import type { Caller } from '../../../../core/caller.ts'
import { daysBetween } from '../../../office/plans/days.ts'
import { nextDay } from '../../../../core/clock.ts'
import { invalid, invalidAs } from '../../../../core/refusal.ts'
import { folded } from '../../../../store/table.ts'
import { clashesIn } from './check.ts'
import { cellsPlaced } from './placing.ts'
import { open, rosterRecord, type RosterRow } from './rosters.ts'
import type { Cells, RosterBegun, RosterInput } from './shapes.ts'
import { find } from './shifts.ts'
import { roster_shifts } from './tables.ts'
import { isOf, typesOf } from './types.ts'

type Cell = Cells['cells'][number]
type Skipped = RosterBegun['skipped']

export async function begin(caller: Caller, input: RosterInput): Promise<RosterBegun> {
  const { copy_from = null, pattern = null } = input
  if (copy_from !== null && pattern !== null) {
    throw invalid('pattern', 'stands in the place of copy_from: give one of the two.')
  }
  const row = await open(caller, input)
  const cells =
    copy_from !== null
      ? await copied(caller, row, copy_from)
      : await turned(caller, row, pattern ?? [])
  if (cells.length > 0) await roster_shifts.insertMany(await cellsPlaced(caller, row, cells))
  const skipped = cells.length > 0 ? await refusedLeftOpen(caller, row) : []
  return { ...(await find(caller, row.id)), skipped }
}

/** Days lie on days of the same name, whole weeks after each other. */
async function copied(caller: Caller, row: RosterRow, copy_from: string): Promise<Cell[]> {
  const source = await rosterRecord.get(caller, copy_from)
  const { hospital_id } = caller
  if (folded(source.department) !== folded(row.department)) {
    throw invalidAs('copy_from', `${source.number} is of ${source.department}.`)
  }
  const all = await roster_shifts.all(
    { hospital_id, roster_id: source.id },
    { order: ['date', 'starts_at', 'id'] },
  )
  const by_day = Map.groupBy(
    all.filter(({ status }) => status !== 'CANCELLED'),
    ({ date }) => date,
  )
  const types = await typesOf(caller)
  return daysOf(row).flatMap((date, at) =>
    (by_day.get(sameDay(source, row, at)) ?? []).flatMap((shift): Cell[] => {
      const type = types.get(shift.shift_type_id)
      if (type === undefined || !type.active || !isOf(type, row.department)) return []
      const { shift_type_id, staff_id, role } = shift
      return [{ date, shift_type_id, staff_id, role }]
    }),
  )
}

/** The day of the source that stands for the one at this place. */
function sameDay(source: RosterRow, row: RosterRow, at: number): string {
  const first = nextDay(source.starts_on, weekdaysFrom(source.starts_on, row.starts_on))
  const whole = Math.floor((daysBetween(first, source.ends_on) + 1) / 7) * 7
  const day = nextDay(first, at % Math.max(7, whole))
  return day > source.ends_on ? nextDay(day, -7) : day
}

const weekdaysFrom = (from: string, to: string): number => (weekday(to) - weekday(from) + 7) % 7
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const daysOf = ({ starts_on, ends_on }: RosterRow): string[] =>
  Array.from({ length: daysBetween(starts_on, ends_on) + 1 }, (_, at) => nextDay(starts_on, at))

const free_day = '-'

/** `["M","M","N","N","-","-"]`, each person from another place of it. */
async function turned(
  caller: Caller,
  row: RosterRow,
  pattern: NonNullable<RosterInput['pattern']>,
): Promise<Cell[]> {
  const types = [...(await typesOf(caller)).values()]
  const of_code = new Map(
    types
      .filter((type) => type.active && isOf(type, row.department))
      .map(({ code, id }) => [code.toUpperCase(), id]),
  )
  const days = daysOf(row)
  return pattern.flatMap(({ staff_id, cycle, offset }, at) => {
    const turns = cycle.map((code, place) => {
      if (code === free_day) return null
      const id = of_code.get(code.toUpperCase())
      if (id !== undefined) return id
      const field = `pattern[${at}].cycle[${place}]`
      throw invalidAs(field, `There is no shift ${code} of ${row.department}.`)
    })
    return days.flatMap((date, day): Cell[] => {
      const shift_type_id = turns[(day + (offset ?? 0)) % turns.length] ?? null
      return shift_type_id === null ? [] : [{ date, shift_type_id, staff_id }]
    })
  })
}

async function refusedLeftOpen(caller: Caller, row: RosterRow): Promise<Skipped> {
  const { hospital_id } = caller
  const clashes = await clashesIn(caller, row)
  const refused = clashes.filter(({ severity }) => severity === 'REFUSE')
  const first = new Map(refused.toReversed().map((clash) => [clash.shift_id, clash]))
  const ids = [...first.keys()]
  if (ids.length === 0) return []
  await roster_shifts.change({ hospital_id, id: ids }, { staff_id: null, status: 'OPEN' })
  return [...first.values()]
    .map(({ shift_id, staff_id, staff_name, date, code, text }) => ({
      shift_id,
      staff_id,
      staff_name,
      date,
      code,
      text,
    }))
    .toSorted((a, b) => `${a.date} ${a.staff_name}`.localeCompare(`${b.date} ${b.staff_name}`))
}
