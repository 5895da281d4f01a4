// The lists that cultures are written with, to be read (5.1).

import type { Caller } from '../../../../core/caller.ts'
import { folded } from '../../../../store/table.ts'
import type { MicrobiologyFilter, MicrobiologyRow } from './shapes.ts'
import { antibiotic_breakpoints, antibiotics, organisms, resistance_marks } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>

export const organismsOf = ({ hospital_id }: Of) =>
  organisms.all({ hospital_id }, { order: ['name', 'code'] })
export const antibioticsOf = ({ hospital_id }: Of) =>
  antibiotics.all({ hospital_id }, { order: ['position', 'code'] })
export const breakpointsOf = ({ hospital_id }: Of) =>
  antibiotic_breakpoints.all(
    { hospital_id },
    { order: ['antibiotic_code', 'effective_from', 'id'] },
  )
export const marksFor = ({ hospital_id }: Of) =>
  resistance_marks.all({ hospital_id, active: true }, { order: ['code'] })

export async function microbiology(
  caller: Caller,
  { list = 'organisms', search = '' }: MicrobiologyFilter,
): Promise<MicrobiologyRow[]> {
  const word = folded(search)
  const found = await rowsOf(caller, list)
  return found.filter((row) =>
    [
      row.code,
      row.name,
      row.antibiotic_code,
      row.organism_code,
      row.organism_group,
      row.group,
      row.group,
    ].some((said) => folded(said ?? '').includes(word)),
  )
}

function rowsOf(
  caller: Caller,
  list: NonNullable<MicrobiologyFilter['list']>,
): Promise<MicrobiologyRow[]> {
  if (list === 'organisms') {
    return organismsOf(caller).then((found) =>
      found.map(({ organism_group: group, ...one }) => ({ ...one, group })),
    )
  }
  if (list === 'antibiotics') {
    return antibioticsOf(caller).then((found) =>
      found.map(({ position, ...one }) => ({ ...one, order: position })),
    )
  }
  return list === 'breakpoints' ? breakpointsOf(caller) : marksFor(caller)
}
