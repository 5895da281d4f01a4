// Ambulances: what they are, who sits in them, whether they were checked (C.2; AMB-3).

import type { Caller } from '../../../core/caller.ts'
import { clock, hours, timeIn } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { attempt } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { recordOf } from '../../../store/record-of.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import { difference, record } from '../../office/audit/record.ts'
import { inScope } from '../../office/places/facilities.ts'
import { today, zoneOf } from '../../office/places/hours.ts'
import { mustBeHere } from '../../office/places/own-branch.ts'
import { rowIn } from '../parts/part-table.ts'
import { kmBetween } from './distance.ts'
import type { VehiclePaper } from './kept.ts'
import { type Settings, settings_table } from './part-tables.ts'
import type { Vehicle, VehicleChange, VehicleInput } from './shapes.ts'
import { ambulance_trips, ambulance_vehicles } from './tables.ts'
import { needed_papers, trip_over, trip_states, type VehicleState } from './words.ts'

export type VehicleRow = RowOf<(typeof ambulance_vehicles)['columns']>

export const vehicleRecord = recordOf(ambulance_vehicles, 'vehicle')

export const under_way = trip_states.filter((state) => !trip_over.includes(state))

export interface Readiness {
  state: VehicleState
  not_ready_reason: string | null
}

/** What a vehicle lacks today; null: nothing. */
export function lackOf(
  row: VehicleRow,
  { now, day, settings, zone }: { now: string; day: string; settings: Settings; zone: string },
): string | null {
  if (row.check_result === 'FAIL' && row.check_at !== null) {
    return `${row.check_fault ?? 'check FAIL'} at ${timeIn(zone, new Date(row.check_at))}`
  }
  const paper = pastPaper(row, day)
  if (paper !== null) return paper
  if (row.check_at === null) return 'not checked'
  if (Date.parse(now) - Date.parse(row.check_at) > hours(settings.check_hours))
    return 'check overdue'
  return row.crew?.driver ? null : 'no crew'
}

export function pastPaper({ papers }: Pick<VehicleRow, 'papers'>, day: string): string | null {
  const past = papers.find(
    ({ kind, expires_on }) => needed_papers.includes(kind) && expires_on < day,
  )
  return past === undefined ? null : `${past.kind.toLowerCase()} expired on ${past.expires_on}`
}

interface Filter {
  state?: VehicleState
  kind?: VehicleRow['kind']
  active?: boolean
  near?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: Filter): Promise<Vehicle[]> {
  const near = nearOf(asked.near)
  const found = await ambulance_vehicles.read(
    sql`select ${ambulance_vehicles.selection()} from ambulance_vehicles${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id),
      when(asked.kind, sql`kind = ${asked.kind}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
    ])} order by call_sign_key, id`,
  )
  const shown = (await view(caller, found)).filter(
    ({ state }) => asked.state === undefined || state === asked.state,
  )
  if (near === undefined) return shown
  const far = ({ position }: Vehicle): number =>
    position === null ? Number.POSITIVE_INFINITY : kmBetween(position, near)
  const rank = ({ state }: Vehicle): number => (state === 'AVAILABLE' ? 0 : 1)
  return shown.toSorted((a, b) => rank(a) - rank(b) || far(a) - far(b))
}

function nearOf(typed: string | undefined) {
  if (typed === undefined) return undefined
  const [lat, lng, ...more] = typed.split(',').map(Number)
  const good = more.length === 0 && Math.abs(lat ?? 99) <= 90 && Math.abs(lng ?? 999) <= 180
  if (!good || lat === undefined || lng === undefined) {
    throw invalid('near', 'must be latitude,longitude.')
  }
  return { lat, lng }
}

export async function view(caller: Caller, found: readonly VehicleRow[]): Promise<Vehicle[]> {
  const [first] = found
  if (first === undefined) return []
  const { hospital_id } = caller
  const settings = await rowIn(caller, settings_table)
  const trips = await ambulance_trips.all({
    hospital_id,
    vehicle_id: found.map(({ id }) => id),
    status: under_way,
  })
  const facts = {
    settings,
    now: clock.instant(),
    day: await today(caller, first.facility_id),
    zone: await zoneOf(caller, first.facility_id),
  }
  return found.map((row) => {
    const trip = trips.find(({ vehicle_id }) => vehicle_id === row.id)
    const lack = lackOf(row, facts)
    const state = trip === undefined ? (lack === null ? 'AVAILABLE' : 'NOT_READY') : 'ON_TRIP'
    return {
      ...row,
      state: row.active ? state : 'OUT_OF_SERVICE',
      not_ready_reason: trip === undefined ? lack : null,
      trip:
        trip === undefined ? null : { id: trip.id, reference: trip.number, status: trip.status },
      check:
        row.check_at === null || row.check_result === null
          ? null
          : {
              at: row.check_at,
              result: row.check_result,
              valid_until: new Date(
                Date.parse(row.check_at) + hours(settings.check_hours),
              ).toISOString(),
            },
    }
  })
}

export async function one(caller: Caller, id: string): Promise<Vehicle> {
  const [found] = await view(caller, [await vehicleRecord.get(caller, id)])
  return found as Vehicle
}

const keysOf = ({ call_sign, plate }: Partial<VehicleInput>) => ({
  ...(call_sign === undefined ? {} : { call_sign_key: folded(call_sign) }),
  ...(plate === undefined ? {} : { plate_key: folded(plate.replace(/\s/g, '')) }),
})

/** With a word for each number that is not known. */
const papersOf = (papers: VehicleInput['papers']): VehiclePaper[] =>
  (papers ?? []).map((paper) => ({ ...paper, number: paper.number || null }))

export async function open(caller: Caller, input: VehicleInput): Promise<Vehicle> {
  const { hospital_id, facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  const { call_sign, plate } = input
  const made = await attempt(() =>
    ambulance_vehicles.insert({
      ...input,
      papers: papersOf(input.papers),
      call_sign_key: folded(call_sign),
      plate_key: folded(plate.replace(/\s/g, '')),
      hospital_id,
      facility_id,
    }),
  ).catch((error: unknown) => {
    throw taken(error, input)
  })
  noted(caller, 'ambulance_vehicle.create', made)
  return one(caller, made.id)
}

export async function change(caller: Caller, id: string, input: VehicleChange): Promise<Vehicle> {
  const before = await vehicleRecord.locked(caller, id)
  fresh(caller, before)
  await mustBeHere(caller, before.facility_id, 'vehicle')
  if (input.active === false) await mustBeHome(caller, before)
  const { papers, ...plain } = input
  const changes = {
    ...plain,
    ...keysOf(input),
    ...(papers === undefined ? {} : { papers: papersOf(papers) }),
  }
  await attempt(() =>
    ambulance_vehicles.change({ hospital_id: caller.hospital_id, id }, changes),
  ).catch((error: unknown) => {
    throw taken(error, { ...before, ...input })
  })
  noted(caller, 'ambulance_vehicle.update', before, difference(before, changes))
  return one(caller, id)
}

/** AMB-4, in words. */
export async function mustBeHome({ hospital_id }: Caller, vehicle: VehicleRow): Promise<void> {
  const trip = await ambulance_trips.find({
    hospital_id,
    vehicle_id: vehicle.id,
    status: under_way,
  })
  if (trip !== undefined) throw conflict(`${vehicle.call_sign} is on ${trip.number}.`, 'on_trip')
}

function taken(
  error: unknown,
  { call_sign, plate }: { call_sign: string; plate: string },
): unknown {
  if (isTaken(error, 'call_sign_key')) {
    return conflict(`There is a vehicle called ${call_sign} already.`)
  }
  return isTaken(error, 'plate_key') ? conflict(`There is a vehicle ${plate} already.`) : error
}

export function noted(
  caller: Caller,
  action: string,
  { id, call_sign }: Pick<VehicleRow, 'id' | 'call_sign'>,
  changes?: Record<string, [unknown, unknown]>,
): void {
  record(caller, action, {
    entity_type: 'ambulance_vehicle',
    entity_id: id,
    entity_label: call_sign,
    changes,
  })
}
