// Branches of a hospital (platform 2.5).

import { type Caller, can } from '../../../core/caller.ts'
import { isZone } from '../../../core/clock.ts'
import { row, rows } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noneCalled, noSuch } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, raw, type Sql, sql, when, where } from '../../../store/sql.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../audit/record.ts'
import { phone } from '../hospitals/hospitals.ts'
import { refuseBeyondPlan, refuseUnlicensed } from '../../neighbours/licence.ts'
import { branchOpened } from '../../neighbours/visits.ts'
import { stationsAt } from '../../neighbours/workstations.ts'
import { facility_life } from './facility-life.ts'
import { modulesOfKind } from './kinds.ts'
import { shipSwitches } from './modules.ts'
import type { Facility, FacilityChange, FacilityInput } from './shapes.ts'
import { forgetSwitches } from './switches.ts'
import { facilities, facility_modules, type OpeningHours } from './tables.ts'
import { modules } from '../../modules.ts'
import type { facility_kinds, facility_states } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export type FacilityRow = RowOf<(typeof facilities)['columns']>

export interface FacilityFilter extends PageAsked {
  search?: string
  status?: (typeof facility_states)[number]
  kind?: (typeof facility_kinds)[number]
}

export async function list(caller: Caller, asked: FacilityFilter): Promise<Page<Facility>> {
  const found = await pageFrom(facilities, asked, {
    from: sql` from facilities${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      matching('facilities', asked.search),
    ])}`,
    order: sql` order by name_key, id`,
  })
  return { rows: await view(caller, found.rows), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<Facility> {
  const row = await facilityRecord.get(caller, id)
  const [facility] = await view(caller, [row])
  return { ...(facility as Facility), moves: facility_life.open(caller, row.status) }
}

export async function open(caller: Caller, input: FacilityInput): Promise<Facility> {
  const kept = await readable(caller, input)
  const code = codeOf(input.code)
  await refuseUnlicensed(caller, 'open a branch')
  await refuseBeyondPlan(caller, 'branches')
  const made = await facilities
    .insert({
      ...kept,
      hospital_id: caller.hospital_id,
      code,
      name: input.name,
      name_key: folded(input.name),
      kind: input.kind,
      status: 'ACTIVE',
    })
    .catch((error: unknown) => {
      throw taken(error, { code, name: input.name, registry_code: input.registry_code })
    })
  await shipSwitches(caller, made.id, modulesOfKind(input.kind))
  await branchOpened(caller, made.id, modulesOfKind(input.kind))
  record(caller, 'facility.create', {
    entity_type: 'facility',
    entity_id: made.id,
    entity_label: made.name,
    to_state: made.status,
  })
  return find(caller, made.id)
}

export async function change(caller: Caller, id: string, input: FacilityChange): Promise<Facility> {
  const before = await facilityRecord.get(caller, id)
  fresh(caller, before)
  const code = input.code === undefined ? undefined : codeOf(input.code)
  if (code !== undefined && code !== before.code && (await hasReferences(id))) {
    throw conflict(`${before.code} already stands in references and cannot change.`)
  }
  const changes = {
    ...(await readable(caller, input, before)),
    ...(code === undefined ? {} : { code }),
    ...(input.name === undefined ? {} : { name: input.name, name_key: folded(input.name) }),
    ...(input.kind === undefined ? {} : { kind: input.kind }),
  }
  await facilities
    .change({ hospital_id: caller.hospital_id, id }, changes)
    .catch((error: unknown) => {
      throw taken(error, { code, name: input.name, registry_code: input.registry_code })
    })
  forgetSwitches(id)
  record(caller, 'facility.update', {
    entity_type: 'facility',
    entity_id: id,
    entity_label: before.name,
    changes: difference(before, changes),
  })
  return find(caller, id)
}

/** As people name a branch: `MAIN`. */
export async function byCode(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  code: string,
): Promise<FacilityRow | undefined> {
  return facilities.find({ hospital_id, code: code.trim().toUpperCase() })
}

export async function called(
  caller: Pick<Caller, 'hospital_id'>,
  code: string,
): Promise<FacilityRow> {
  const found = await byCode(caller, code)
  if (found === undefined) throw noneCalled('branch', code)
  return found
}

export const facilityRecord = recordOf(facilities, 'facility')

/** The branches whose records a list shows (PLT-12): the acting one, another of one's own, or all. */
export async function scopeOf(
  caller: Caller,
  asked: string | undefined,
): Promise<string[] | 'all'> {
  if (asked === undefined) return caller.facility_id === null ? 'all' : [caller.facility_id]
  if (asked === 'all') return can(caller, 'facility:all') ? 'all' : [...caller.facility_ids]
  if (caller.facility_ids.includes(asked) || can(caller, 'facility:all')) {
    await facilityRecord.get(caller, asked)
    return [asked]
  }
  throw noSuch('facility')
}

/** The same, as what a list asks of its rows. */
export async function inScope(
  caller: Caller,
  asked: string | undefined,
  column = 'facility_id',
): Promise<Sql | undefined> {
  const scope = await scopeOf(caller, asked)
  return scope === 'all' ? undefined : sql`${raw(column)}${oneOf(scope)}`
}

async function view(caller: Caller, found: readonly FacilityRow[]): Promise<Facility[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const { hospital_id } = caller
  const switches = await facility_modules.all({ hospital_id, facility_id: ids, enabled: true })
  const counted = await rows<{ facility_id: string; n: number }>(
    sql`select facility_id, count(*) as n from user_facilities where facility_id${oneOf(ids)} group by facility_id`,
  )
  const stations = await stationsAt(ids)
  return found.map((facility) => ({
    ...facility,
    modules: Object.fromEntries(
      modules.map((module) => [
        module,
        switches.some((one) => one.facility_id === facility.id && one.module === module),
      ]),
    ) as Facility['modules'],
    user_count: Number(counted.find((one) => one.facility_id === facility.id)?.n ?? 0),
    device_count: stations.get(facility.id) ?? 0,
  }))
}

function codeOf(typed: string): string {
  const code = typed.toUpperCase()
  if (!/^[A-Z0-9]{2,8}$/.test(code)) throw invalid('code', 'must be 2 to 8 of A–Z and 0–9.')
  return code
}

/** Fields that need reading: numbers of telephones, zones, places on the map, opening hours. */
async function readable(
  caller: Caller,
  input: FacilityChange,
  before?: FacilityRow,
): Promise<Partial<FacilityRow>> {
  const { code: _code, name: _name, kind: _kind, ...kept } = input
  const latitude = input.latitude === undefined ? (before?.latitude ?? null) : input.latitude
  const longitude = input.longitude === undefined ? (before?.longitude ?? null) : input.longitude
  if ((latitude === null) !== (longitude === null)) {
    throw invalid(latitude === null ? 'latitude' : 'longitude', 'is required beside the other.')
  }
  if (typeof input.time_zone === 'string' && !isZone(input.time_zone)) {
    throw invalid('time_zone', 'is not a time zone like Africa/Dar_es_Salaam.')
  }
  if (input.opening_hours !== undefined) checkHours(input.opening_hours)
  return {
    ...kept,
    ...(typeof input.phone === 'string'
      ? { phone: await phone(caller, 'phone', input.phone) }
      : {}),
    ...(typeof input.email === 'string' ? { email: input.email.toLowerCase() } : {}),
  } as Partial<FacilityRow>
}

function checkHours(hours: readonly OpeningHours[]): void {
  for (const [index, period] of hours.entries()) {
    if (period.opens >= period.closes) {
      throw invalid(`opening_hours[${index}].closes`, 'must be after opens.')
    }
    const clash = hours.some(
      (other, at) =>
        at !== index &&
        other.day === period.day &&
        other.opens < period.closes &&
        period.opens < other.closes,
    )
    if (clash) throw invalid('opening_hours', `overlap on ${period.day}.`)
  }
}

async function hasReferences(facility_id: string): Promise<boolean> {
  const taken_one = await row(
    sql`select 1 as yes from sequence_counters where place = ${facility_id} and last_reference is not null limit 1`,
  )
  return taken_one !== undefined
}

function taken(
  error: unknown,
  given: {
    code: string | undefined
    name: string | undefined
    registry_code: string | null | undefined
  },
): unknown {
  if (isTaken(error, 'code')) return conflict(`The code ${given.code} is taken.`)
  if (isTaken(error, 'name_key')) return conflict(`There is a branch called ${given.name} already.`)
  if (isTaken(error, 'registry_code'))
    return conflict(`The registry code ${given.registry_code} is taken.`)
  return error
}
