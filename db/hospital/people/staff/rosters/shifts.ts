// The cells of a roster, set many at a time (HR-32, HR-33), and who stands where.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { cadres } from '../cadres/tables.ts'
import { staff } from '../records/tables.ts'
import { clashesIn } from './check.ts'
import { coverIn } from './cover.ts'
import { cellsPlaced, keyOf } from './placing.ts'
import { rosterRecord, shown } from './rosters.ts'
import type {
  Cells,
  CellsSet,
  ClashShown,
  OwnShiftFilter,
  Roster,
  RosterOpened,
  Shift,
} from './shapes.ts'
import { roster_shifts } from './tables.ts'

type ShiftRow = RowOf<(typeof roster_shifts)['columns']>

export async function find(caller: Caller, id: string): Promise<RosterOpened> {
  const row = await rosterRecord.get(caller, id)
  const { hospital_id } = caller
  const [roster] = await shown(caller, [row])
  const all = await roster_shifts.all(
    { hospital_id, roster_id: id },
    { order: ['starts_at', 'id'] },
  )
  const ids = [...new Set(all.flatMap(({ staff_id }) => staff_id ?? []))]
  const people = await staff.all({ hospital_id, id: ids }, { order: ['name_key', 'id'] })
  const of_cadres = await cadres.all({ hospital_id, id: people.map(({ cadre_id }) => cadre_id) })
  const cadre_names = new Map(of_cadres.map((cadre) => [cadre.id, cadre.name]))
  const clashes = await clashesIn(caller, row)
  return {
    ...(roster as Roster),
    people: people.map((person) => {
      const own = all.filter(({ staff_id }) => staff_id === person.id)
      const minutes = own.reduce((sum, { paid_minutes }) => sum + paid_minutes, 0)
      return {
        staff_id: person.id,
        name: person.full_name,
        cadre: cadre_names.get(person.cadre_id) ?? '',
        hours: Math.round(minutes / 6) / 10,
        shifts: own.map((shift) => shiftShown(shift, person.full_name)),
      }
    }),
    open: all.filter(({ staff_id }) => staff_id === null).map((shift) => shiftShown(shift, null)),
    clashes,
    cover: await coverIn(caller, row, refusedIn(clashes)),
    history: await rosterRecord.history(caller, id),
  }
}

const shiftShown = (shift: ShiftRow, staff_name: string | null): Shift => ({ ...shift, staff_name })

/** Of each person and day what stood there gives way to what is said; no type clears it. */
export async function setCells(caller: Caller, id: string, { cells }: Cells): Promise<CellsSet> {
  const roster = await rosterRecord.locked(caller, id)
  fresh(caller, roster)
  if (roster.status !== 'DRAFT') {
    throw conflict(`${roster.number} is ${roster.status}: only a draft is set this way.`, 'state')
  }
  const wanted = await cellsPlaced(caller, roster, cells)
  const before = await roster_shifts.all({ hospital_id: caller.hospital_id, roster_id: id })
  const keys = new Set(cells.map(keyOf))
  const given_way = before.filter((shift) => keys.has(keyOf(shift)))
  if (given_way.length > 0) {
    const ids = given_way.map((shift) => shift.id)
    await roster_shifts.remove({ hospital_id: caller.hospital_id, id: ids })
  }
  await roster_shifts.insertMany(wanted)
  await rosterRecord.changed(caller, roster, 'set')
  const touched = [...new Set(cells.flatMap(({ staff_id }) => staff_id ?? []))]
  const clashes = await clashesIn(caller, roster, touched)
  const days = new Set(cells.map(({ date }) => date))
  const cover = await coverIn(caller, roster, refusedIn(clashes))
  return {
    set: wanted.length,
    cleared: given_way.length,
    clashes,
    cover: cover.filter(({ date }) => days.has(date)),
  }
}

/** Who may not stand in a shift does not cover it (HR-35). */
const refusedIn = (clashes: readonly ClashShown[]): Set<string> =>
  new Set(clashes.filter(({ severity }) => severity === 'REFUSE').map((one) => one.shift_id))

/** The caller's own, of rosters that are out (people 5.12). */
export async function ofOneself(
  caller: Caller,
  staff_id: string,
  asked: OwnShiftFilter & PageAsked,
): Promise<Page<Shift>> {
  const { hospital_id } = caller
  const found = await pageFrom(roster_shifts, asked, {
    alias: 'h',
    from: sql` from roster_shifts h join rosters r on r.id = h.roster_id${where([
      sql`h.hospital_id = ${hospital_id}`,
      sql`h.staff_id = ${staff_id}`,
      sql`r.status <> 'DRAFT'`,
      when(asked.from, sql`h.date >= ${asked.from}`),
      when(asked.to, sql`h.date <= ${asked.to}`),
    ])}`,
    order: sql` order by h.starts_at, h.id`,
  })
  const own = await staff.find({ hospital_id, id: staff_id })
  const name = own?.full_name ?? null
  return { rows: found.rows.map((shift) => shiftShown(shift, name)), meta: found.meta }
}
