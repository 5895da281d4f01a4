// Locations: buildings, rooms and counters one can walk to (platform 2.5).

import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noneCalled } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { life } from '../../../core/states.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../audit/record.ts'
import { pointsIn } from '../../neighbours/visits.ts'
import { departmentRecord } from './departments.ts'
import { facilityRecord, scopeOf } from './facilities.ts'
import { leftBehind, named } from './left-behind.ts'
import { locations } from './tables.ts'
import { levelsAbove } from './tree.ts'
import type { Location, LocationChange, LocationInput, LocationNode } from './unit-shapes.ts'
import { activity_states, type location_kinds } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

type Row = RowOf<(typeof locations)['columns']>

export const location_life = life('location', activity_states, {
  deactivate: { from: ['ACTIVE'], to: 'INACTIVE', permission: 'location:manage' },
  activate: { from: ['INACTIVE'], to: 'ACTIVE', permission: 'location:manage' },
})

export interface LocationFilter extends PageAsked {
  search?: string
  kind?: (typeof location_kinds)[number]
  facility_id?: string
  department_id?: string
  active?: boolean
}

export async function list(caller: Caller, asked: LocationFilter): Promise<Page<Location>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(locations, asked, {
    from: sql` from locations${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.department_id, sql`department_id = ${asked.department_id}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      matching('locations', asked.search),
    ])}`,
    order: sql` order by sort_order, name, id`,
  })
  return { rows: await views(caller, found.rows), meta: found.meta }
}

/** A branch as one walks through it: what stands in what. */
export async function tree(caller: Caller, facility_id?: string): Promise<LocationNode[]> {
  const scope = await scopeOf(caller, facility_id)
  const { hospital_id } = caller
  const all = await locations.all(
    { hospital_id, ...(scope === 'all' ? {} : { facility_id: scope }) },
    { order: ['sort_order', 'name', 'id'] },
  )
  const nodes = new Map(
    (await views(caller, all)).map((one) => [one.id, { ...one, children: [] } as LocationNode]),
  )
  const roots: LocationNode[] = []
  for (const node of nodes.values()) {
    const parent = node.parent_id === null ? undefined : nodes.get(node.parent_id)
    ;(parent?.children ?? roots).push(node)
  }
  return roots
}

export const find = async (caller: Caller, id: string): Promise<Location> =>
  view(caller, await locationRecord.get(caller, id))

export async function open(caller: Caller, input: LocationInput): Promise<Location> {
  await facilityRecord.get(caller, input.facility_id)
  await checkPlace(caller, { id: null, facility_id: input.facility_id }, input)
  const code = capitals(input.code)
  const made = await locations
    .insert({ ...input, hospital_id: caller.hospital_id, code })
    .catch((error: unknown) => {
      throw taken(error, code)
    })
  note(caller, 'location.create', made)
  return view(caller, made)
}

export async function change(caller: Caller, id: string, input: LocationChange): Promise<Location> {
  const before = await locationRecord.get(caller, id)
  fresh(caller, before)
  await checkPlace(caller, before, input)
  const changes = {
    ...input,
    ...(input.code === undefined ? {} : { code: capitals(input.code) }),
  }
  await locations
    .change({ hospital_id: caller.hospital_id, id }, changes)
    .catch((error: unknown) => {
      throw taken(error, changes.code)
    })
  note(caller, 'location.update', before, { changes: difference(before, changes) })
  return find(caller, id)
}

export async function deactivate(caller: Caller, id: string, reason?: string): Promise<Location> {
  const location = await locationRecord.get(caller, id)
  fresh(caller, location)
  location_life.move('deactivate', stateOf(location), location.name)
  const { hospital_id } = caller
  const below = await locations.count({ hospital_id, parent_id: id, active: true })
  const left = [
    ...(Number(below) === 0 ? [] : [{ label: 'active locations in it', count: Number(below) }]),
    ...(await leftBehind(caller, { kind: 'location', id, name: location.name })),
  ]
  if (left.length > 0) throw conflict(`${location.name} is still in use: ${named(left)}.`)
  return move(caller, location, false, reason ?? null)
}

export async function activate(caller: Caller, id: string): Promise<Location> {
  const location = await locationRecord.get(caller, id)
  fresh(caller, location)
  location_life.move('activate', stateOf(location), location.name)
  return move(caller, location, true, null)
}

export const locationRecord = recordOf(locations, 'location')

/** As people name a location at a branch: `WARD2`. */
export async function byCode(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  facility_id: string,
  code: string,
): Promise<Row | undefined> {
  return locations.find({ hospital_id, facility_id, code: capitals(code.trim()) })
}

export async function called(
  caller: Pick<Caller, 'hospital_id'>,
  facility_id: string,
  code: string,
): Promise<Row> {
  const found = await byCode(caller, facility_id, code)
  if (found === undefined) throw noneCalled('location', code)
  return found
}

async function move(
  caller: Caller,
  location: Row,
  active: boolean,
  reason: string | null,
): Promise<Location> {
  const { id } = location
  await locations.change({ hospital_id: caller.hospital_id, id }, { active })
  note(caller, active ? 'location.activate' : 'location.deactivate', location, {
    from_state: stateOf(location),
    to_state: active ? 'ACTIVE' : 'INACTIVE',
    reason,
  })
  return find(caller, id)
}

/** Department and parent must be there; the parent stands at the same branch and not in itself. */
async function checkPlace(
  caller: Caller,
  { id, facility_id }: { id: string | null; facility_id: string },
  { department_id, parent_id }: LocationChange,
): Promise<void> {
  const { hospital_id } = caller
  if (typeof department_id === 'string') await departmentRecord.get(caller, department_id)
  if (typeof parent_id !== 'string') return
  const parent = await locationRecord.get(caller, parent_id)
  if (parent.facility_id !== facility_id) throw invalid('parent_id', 'is at another branch.')
  // Locked in one order, so that two moves at the same moment cannot close a ring together.
  const all = await locations.all({ hospital_id, facility_id }, { order: ['id'], lock: true })
  levelsAbove(all, id, parent_id)
}

/** With the service points of its branch that name it, by name or code. */
async function views(caller: Caller, found: readonly Row[]): Promise<Location[]> {
  if (found.length === 0) return []
  const points = await pointsIn(caller, [...new Set(found.map(({ facility_id }) => facility_id))])
  return found.map((row) => ({
    ...row,
    service_points: points
      .filter(
        ({ facility_id, location }) =>
          facility_id === row.facility_id &&
          [folded(row.name), folded(row.code)].includes(folded(location)),
      )
      .map(({ id, name }) => ({ id, name })),
  }))
}

const view = async (caller: Caller, row: Row): Promise<Location> =>
  (await views(caller, [row]))[0] as Location

const stateOf = ({ active }: Row): 'ACTIVE' | 'INACTIVE' => (active ? 'ACTIVE' : 'INACTIVE')

function note(
  caller: Caller,
  action: string,
  location: Row,
  more: Parameters<typeof record>[2] = {},
): void {
  record(caller, action, {
    entity_type: 'location',
    entity_id: location.id,
    entity_label: location.name,
    ...more,
  })
}

const taken = (error: unknown, code: string | undefined): unknown =>
  isTaken(error, 'code') ? conflict(`The code ${code} is taken at this branch.`) : error
