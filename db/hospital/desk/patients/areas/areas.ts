// Keeping the tree of regions, districts, wards and streets (2.13, PAT-31).

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { matching } from '../../../../store/search.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { fresh } from '../../../../core/versions.ts'
import { difference, record } from '../../../office/audit/record.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { levelName, pathsOf } from './administrative-areas.ts'
import type { AdministrativeArea, AreaChange, AreaInput, OpenArea } from './shapes.ts'
import { administrative_areas } from './tables.ts'
import { recordOf } from '../../../../store/record-of.ts'
import { takeTurn } from '../../../../store/turn.ts'

type Row = RowOf<(typeof administrative_areas)['columns']>

interface Filter extends PageAsked {
  search?: string
  parent_id?: string
  level?: number
  active?: boolean
}

export async function list(caller: Caller, asked: Filter): Promise<Page<AdministrativeArea>> {
  const { hospital_id } = caller
  const found = await pageFrom(administrative_areas, asked, {
    from: sql` from administrative_areas${where([
      sql`hospital_id = ${hospital_id}`,
      when(asked.parent_id, sql`parent_id = ${asked.parent_id}`),
      when(asked.level, sql`level = ${asked.level}`),
      asked.active === undefined ? undefined : asked.active ? sql`active` : sql`not active`,
      matching('administrative_areas', asked.search),
    ])}`,
    order: sql` order by level, name_key, id`,
  })
  return { rows: await view(caller, found.rows), meta: found.meta }
}

async function view(caller: Caller, found: readonly Row[]): Promise<AdministrativeArea[]> {
  const { country } = await hospitalOf(caller)
  const paths = await pathsOf(
    caller,
    found.map(({ id }) => id),
  )
  return found.map((area) => ({
    ...area,
    level_name: levelName(country, area.level),
    path: paths.get(area.id) ?? area.name,
  }))
}

export const areaRecord = recordOf(administrative_areas, 'area')

export async function find(caller: Caller, id: string): Promise<OpenArea> {
  const { hospital_id } = caller
  const above: Row[] = []
  let area = await areaRecord.get(caller, id)
  const [shown] = await view(caller, [area])
  while (area.parent_id !== null) {
    area = await areaRecord.get(caller, area.parent_id)
    above.unshift(area)
  }
  const below = await row<{ n: number }>(
    sql`select count(*) as n from administrative_areas where hospital_id = ${hospital_id} and parent_id = ${id}`,
  )
  return {
    ...(shown as AdministrativeArea),
    ancestors: await view(caller, above),
    children: Number(below?.n ?? 0),
  }
}

export async function open(caller: Caller, input: AreaInput): Promise<AdministrativeArea> {
  const { hospital_id } = caller
  const { parent_id = null, code = null, population = null, level, name } = input
  await standsUnder(caller, level, parent_id)
  await onlyOne(caller, { name, parent_id })
  const made = await administrative_areas.insert({
    hospital_id,
    parent_id,
    level,
    code: code || null,
    name,
    name_key: folded(name),
    population,
  })
  noted(caller, 'area.create', made)
  return (await view(caller, [made]))[0] as AdministrativeArea
}

export async function change(
  caller: Caller,
  id: string,
  input: AreaChange,
): Promise<AdministrativeArea> {
  const { hospital_id } = caller
  const before = await areaRecord.get(caller, id)
  fresh(caller, before)
  const { name = before.name, parent_id = before.parent_id } = input
  if (parent_id !== before.parent_id) await standsUnder(caller, before.level, parent_id)
  if (name !== before.name || parent_id !== before.parent_id) {
    await onlyOne(caller, { name, parent_id }, id)
  }
  const changes = { ...input, name, parent_id, name_key: folded(name) }
  await administrative_areas.change({ hospital_id, id }, changes)
  noted(caller, 'area.update', before, { changes: difference(before, changes) })
  return (await view(caller, [await areaRecord.get(caller, id)]))[0] as AdministrativeArea
}

/** Kept on the records that name it, and gone from pick lists (PAT-31). */
export async function use(
  caller: Caller,
  id: string,
  active: boolean,
  reason?: string,
): Promise<AdministrativeArea> {
  const before = await areaRecord.get(caller, id)
  fresh(caller, before)
  if (before.active === active) {
    throw conflict(
      `${before.name} is ${active ? 'in use already' : 'out of use already'}.`,
      'state',
    )
  }
  await administrative_areas.change({ hospital_id: caller.hospital_id, id }, { active })
  noted(caller, active ? 'area.activate' : 'area.deactivate', before, { reason })
  return (await view(caller, [await areaRecord.get(caller, id)]))[0] as AdministrativeArea
}

/** An area lies in one of the level above it; those of the first level in none. */
async function standsUnder(caller: Caller, level: number, parent_id: string | null): Promise<void> {
  if (parent_id === null) {
    if (level > 1) throw invalid('parent_id', 'is required below the first level.')
    return
  }
  const parent = await areaRecord.get(caller, parent_id)
  if (parent.level !== level - 1) {
    throw invalid(
      'parent_id',
      `must be of level ${level - 1}: ${parent.name} is of level ${parent.level}.`,
    )
  }
}

async function onlyOne(
  { hospital_id }: Caller,
  { name, parent_id }: { name: string; parent_id: string | null },
  but?: string,
): Promise<void> {
  await takeTurn(`areas ${hospital_id} ${parent_id ?? ''}`)
  const twin = await administrative_areas.find({ hospital_id, parent_id, name_key: folded(name) })
  if (twin !== undefined && twin.id !== but) throw conflict(`${twin.name} stands there already.`)
}

function noted(
  caller: Caller,
  action: string,
  { id, name }: Row,
  more: Parameters<typeof record>[2] = {},
): void {
  record(caller, action, {
    entity_type: 'administrative_area',
    entity_id: id,
    entity_label: name,
    ...more,
  })
}
