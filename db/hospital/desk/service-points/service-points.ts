// Service points of a branch (front office 2.5): made, changed, opened. Who waits at one is the
// visits' business: they are asked.

import type { Caller } from '../../../core/caller.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { isId } from '../../../core/ids.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { staffById } from '../../neighbours/people.ts'
import { type PointAt, queuesAt } from '../../neighbours/visits.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { resolveDepartment } from '../../office/places/places.ts'
import { point_life } from './life.ts'
import type { ServicePoint, ServicePointChange, ServicePointInput } from './shapes.ts'
import { service_points } from './tables.ts'
import type { PointKind, PointState } from './words.ts'

export type PointRow = RowOf<(typeof service_points)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export interface PointFilter extends PageAsked {
  search?: string
  kind?: PointKind
  status?: PointState
  department?: string
  active?: boolean
  facility_id?: string
}

export async function list(caller: Caller, asked: PointFilter): Promise<Page<ServicePoint>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const words = asked.search?.trim().toLowerCase() ?? ''
  const found = await pageFrom(service_points, asked, {
    from: sql` from service_points${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.department, sql`department = ${asked.department}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
      when(
        words === '' ? undefined : words,
        // A branch has a few dozen points: no index is worth its keep.
        sql`(lower(name) like ${`%${words}%`} or lower(code) like ${`%${words}%`})`,
      ),
    ])}`,
    order: sql` order by code, id`,
  })
  return { rows: await viewAll(caller, found.rows), meta: found.meta }
}

/** Those in use at these branches that say where they stand. */
export async function pointsSomewhere(
  { hospital_id }: Of,
  facility_id: readonly string[],
): Promise<PointAt[]> {
  const found = await service_points.all(
    { hospital_id, facility_id: [...facility_id], active: true },
    { order: ['code', 'id'] },
  )
  return found.flatMap((row) => (row.location === null ? [] : [{ ...row, location: row.location }]))
}

export const find = async (caller: Caller, id: string): Promise<ServicePoint> =>
  view(caller, await servicePointRecord.get(caller, id))

export const servicePointRecord = recordWithLife(service_points, {
  life: point_life,
  called: ({ code }) => code,
})

/** By id or code, at this branch. */
export async function named(
  { hospital_id }: Of,
  facility_id: string,
  word: string,
): Promise<PointRow | undefined> {
  const code = word.toUpperCase()
  return isId(word)
    ? service_points.find({ hospital_id, id: word })
    : service_points.find({ hospital_id, facility_id, code })
}

/** Those of a branch in use, by code. */
export const pointsOf = (
  { hospital_id }: Of,
  facility_id: string,
  kind?: PointKind,
): Promise<PointRow[]> =>
  service_points.all({ hospital_id, facility_id, kind, active: true }, { order: ['code'] })

export const byIds = async (
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, PointRow>> => {
  if (ids.length === 0) return new Map()
  const found = await service_points.all({ hospital_id, id: [...new Set(ids)] })
  return new Map(found.map((row) => [row.id, row]))
}

export async function open(caller: Caller, input: ServicePointInput): Promise<ServicePoint> {
  if (caller.facility_id === null) throw invalid('facility_id', 'is required.')
  const read = await readable(caller, input)
  const made = await service_points
    .insert({
      ...input,
      ...read,
      code: codeOf(input.code),
      counters: input.counters ?? ['1'],
      token_prefix: prefixOf(input.token_prefix),
      name: input.name,
      kind: input.kind,
      hospital_id: caller.hospital_id,
      facility_id: caller.facility_id,
    })
    .catch((error: unknown) => {
      throw taken(error, codeOf(input.code))
    })
  note(caller, 'service_point.create', made, { to_state: made.status })
  return view(caller, made)
}

export async function change(
  caller: Caller,
  id: string,
  input: ServicePointChange,
): Promise<ServicePoint> {
  const before = await servicePointRecord.get(caller, id)
  fresh(caller, before)
  const changes = {
    ...input,
    ...(await readable(caller, input)),
    ...(input.code === undefined ? {} : { code: codeOf(input.code) }),
    ...(input.token_prefix === undefined ? {} : { token_prefix: prefixOf(input.token_prefix) }),
  }
  await service_points
    .change({ hospital_id: caller.hospital_id, id }, changes)
    .catch((error: unknown) => {
      throw taken(error, changes.code)
    })
  note(caller, 'service_point.update', before, { changes: difference(before, changes) })
  return find(caller, id)
}

/** Moves a point to another state; the visits have seen to who waits there. */
export async function move(
  caller: Caller,
  point: PointRow,
  name: 'open' | 'pause' | 'close',
  reason: string | null,
): Promise<PointRow> {
  return servicePointRecord.moved(caller, point, name, { status_reason: reason }, reason)
}

export async function setActive(
  caller: Caller,
  id: string,
  active: boolean,
  reason: string | null,
): Promise<ServicePoint> {
  const point = await servicePointRecord.get(caller, id)
  fresh(caller, point)
  if (point.active === active) {
    throw conflict(`${point.name} is ${active ? 'in use already' : 'no longer in use'}.`, 'state')
  }
  const queue = (await queuesAt(caller, [id])).get(id)
  const waiting = (queue?.waiting ?? 0) + (queue?.called ?? 0) + (queue?.serving ?? 0)
  if (!active && waiting > 0) {
    throw conflict(`${point.name} still has ${waiting} waiting. Close it first.`)
  }
  await service_points.change({ hospital_id: caller.hospital_id, id }, { active })
  note(caller, active ? 'service_point.activate' : 'service_point.deactivate', point, { reason })
  return find(caller, id)
}

export const view = async (caller: Caller, row: PointRow): Promise<ServicePoint> =>
  (await viewAll(caller, [row]))[0] as ServicePoint

async function viewAll(caller: Caller, found: readonly PointRow[]): Promise<ServicePoint[]> {
  if (found.length === 0) return []
  const queues = await queuesAt(
    caller,
    found.map(({ id }) => id),
  )
  const none = { waiting: 0, called: 0, serving: 0 }
  return found.map((row) => ({ ...row, ...(queues.get(row.id) ?? none) }))
}

async function readable(
  caller: Caller,
  input: ServicePointChange,
): Promise<{ department?: string | null; counters?: string[] }> {
  const { counters, clinician_ids = [], department } = input
  if (counters !== undefined && new Set(counters).size !== counters.length) {
    throw invalid('counters', 'names one twice.')
  }
  for (const id of clinician_ids) {
    if ((await staffById(caller, id)) === null) throw noSuch('staff member')
  }
  if (department === undefined) return {}
  if (department === null || department === '') return { department: null }
  return { department: (await resolveDepartment(caller, department)).name }
}

function codeOf(typed: string): string {
  const code = typed.toUpperCase()
  if (!/^[A-Z0-9-]{1,12}$/.test(code)) throw invalid('code', 'may hold A–Z, 0–9 and - only.')
  return code
}

function prefixOf(typed: string): string {
  const prefix = typed.toUpperCase()
  if (!/^[A-Z]{1,3}$/.test(prefix)) throw invalid('token_prefix', 'must be 1 to 3 letters.')
  return prefix
}

function note(
  caller: Caller,
  action: string,
  point: PointRow,
  more: Parameters<typeof record>[2],
): void {
  record(caller, action, {
    entity_type: 'service_point',
    entity_id: point.id,
    entity_label: point.code,
    ...more,
  })
}

const taken = (error: unknown, code: string | undefined): unknown =>
  isTaken(error, 'code') ? conflict(`The code ${code} is taken at this branch.`) : error
