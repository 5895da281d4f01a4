// Hand-overs as they are read; what is told of somebody whose record is closed to the caller is left out.

import type { Caller } from '../../../core/caller.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { admissionsById } from '../wards/admissions/for-areas.ts'
import { placesOf, shownTo } from '../wards/admissions/view.ts'
import { handoverRecord, type HandoverRow } from './handovers.ts'
import { type Entry, handovers } from './tables.ts'

export interface HandoverFilter extends PageAsked {
  search?: string
  ward_id?: string
  date?: string
  shift?: HandoverRow['shift']
  status?: HandoverRow['status']
}

export async function list(caller: Caller, asked: HandoverFilter): Promise<Page<Shown>> {
  const found = await pageFrom(handovers, asked, {
    alias: 'h',
    from: sql` from handovers h${where([
      sql`h.hospital_id = ${caller.hospital_id}`,
      when(asked.ward_id, sql`h.ward_id = ${asked.ward_id}`),
      when(asked.date, sql`h.date = ${asked.date}`),
      when(asked.shift, sql`h.shift = ${asked.shift}`),
      when(asked.status, sql`h.status = ${asked.status}`),
    ])}`,
    order: sql` order by h.date desc, h.created_at desc, h.id desc`,
  })
  return mapPage(found, (row) => short(caller, row))
}

type Shown = ReturnType<typeof short>

const short = (caller: Caller, row: HandoverRow) => ({
  ...row,
  moves: handoverRecord.moves(caller, row),
})

export async function whole(caller: Caller, { id }: Pick<HandoverRow, 'id'>) {
  const row = await handoverRecord.get(caller, id)
  return {
    ...short(caller, row),
    entries: await entriesShown(caller, row.entries),
    history: await handoverRecord.history(caller, id),
  }
}

async function entriesShown(caller: Caller, entries: readonly Entry[]) {
  const ids = entries.map(({ admission_id }) => admission_id)
  const found = await shownTo(caller, await admissionsById(caller, ids))
  const places = await placesOf(caller, ids)
  const by_id = new Map(found.map((one) => [one.row.id, one]))
  return entries.flatMap((entry) => {
    const one = by_id.get(entry.admission_id)
    if (one === undefined) return []
    const told = one.open ? entry : { ...entry, ...nothing }
    return [{ ...told, patient: one.patient, bed: places.get(entry.admission_id)?.bed ?? null }]
  })
}

const nothing = {
  situation: null,
  background: null,
  assessment: null,
  recommendation: null,
  outstanding: [],
}
