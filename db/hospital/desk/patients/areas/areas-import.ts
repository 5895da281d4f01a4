// Areas from a file (PAT-31): code, parent code, level, name. A parent must exist, in the register or
// in the file; the order of the file does not matter.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import {
  type ListImported,
  type ListRow,
  rowsIn,
  writeRows,
} from '../../../office/imports/list-file.ts'
import { levelName } from './administrative-areas.ts'
import { administrative_areas } from './tables.ts'

type Area = RowOf<(typeof administrative_areas)['columns']>

const columns = ['code', 'parent_code', 'level', 'name', 'population'] as const

export async function importAreas(
  caller: Caller,
  bytes: Buffer,
  is_trial: boolean,
): Promise<ListImported> {
  const { hospital_id } = caller
  const rows = await rowsIn(bytes, columns, ['code', 'level', 'name'])
  const { country } = await hospitalOf(caller)
  const known = new Map<string, Area>()
  for (const area of await administrative_areas.all({ hospital_id })) {
    if (area.code !== null) known.set(area.code, area)
  }
  // Those above first.
  rows.sort((a, b) => Number(a.cells['level']) - Number(b.cells['level']) || a.row - b.row)
  const made = await writeRows(rows, is_trial, (row) => written(caller, country, known, row))
  if (!is_trial) {
    record(caller, 'area.import', {
      entity_type: 'administrative_area',
      rows: made.rows,
      query: { created: made.created, changed: made.changed, refused: made.refused.length },
    })
  }
  return made
}

async function written(
  caller: Caller,
  country: string,
  known: Map<string, Area>,
  { cells }: ListRow,
): Promise<'created' | 'changed' | 'same'> {
  const { hospital_id } = caller
  const { code, level, name, population } = read(cells)
  const parent = parentOf(country, known, cells['parent_code'] ?? '', level)
  const wanted = { parent_id: parent?.id ?? null, level, name, name_key: folded(name) }
  const before = known.get(code)
  if (before === undefined) {
    const area = await administrative_areas.insert({ hospital_id, code, population, ...wanted })
    known.set(code, area)
    return 'created'
  }
  if (before.level !== level) {
    throw conflict(`${code} is a ${levelName(country, before.level)} already.`)
  }
  const changes = { ...wanted, population: population ?? before.population }
  if (
    before.name === name &&
    before.parent_id === changes.parent_id &&
    before.population === changes.population
  ) {
    return 'same'
  }
  await administrative_areas.change({ hospital_id, id: before.id }, changes)
  known.set(code, { ...before, ...changes })
  return 'changed'
}

function read(cells: ListRow['cells']) {
  const { code = '', name = '' } = cells
  if (code === '') throw invalid('code', 'is required.')
  if (code.length > 40) throw invalid('code', 'is longer than 40 characters.')
  if (name === '') throw invalid('name', 'is required.')
  if (name.length > 120) throw invalid('name', 'is longer than 120 characters.')
  const level = whole('level', cells['level'] ?? '', 1, 9)
  const said = cells['population'] ?? ''
  const population = said === '' ? null : whole('population', said, 0, 2_000_000_000)
  return { code, name, level, population }
}

function whole(field: string, typed: string, least: number, most: number): number {
  const value = Number(typed)
  if (typed === '' || !Number.isInteger(value) || value < least || value > most) {
    throw invalid(field, `must be a whole number from ${least} to ${most}.`)
  }
  return value
}

function parentOf(
  country: string,
  known: ReadonlyMap<string, Area>,
  code: string,
  level: number,
): Area | undefined {
  if (level === 1) {
    if (code !== '') throw invalid('parent_code', 'must be empty at the first level.')
    return undefined
  }
  if (code === '') throw invalid('parent_code', 'is required below the first level.')
  const parent = known.get(code)
  if (parent === undefined) throw conflict(`There is no area with the code ${code}.`)
  if (parent.level !== level - 1) {
    throw conflict(`${parent.name} is a ${levelName(country, parent.level)}, which holds none.`)
  }
  return parent
}
