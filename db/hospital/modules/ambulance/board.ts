// The board of dispatch (AMB-17): who waits and how long, where the vehicles are, who is free.

import type { Caller } from '../../../core/caller.ts'
import { clock, hours, instantIn, nextDay } from '../../../core/clock.ts'
import { row as one } from '../../../store/connection.ts'
import { type Sql, sql, where } from '../../../store/sql.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { onDuty } from '../../neighbours/on-duty.ts'
import { inScope } from '../../office/places/facilities.ts'
import { today } from '../../office/places/hours.ts'
import { liveBoard } from '../parts/boards.ts'
import { rowIn } from '../parts/part-table.ts'
import { type Settings, settings_table } from './part-tables.ts'
import type { Request } from './requests.ts'
import type { Board, Vehicle } from './shapes.ts'
import {
  ambulance_checks,
  ambulance_requests,
  ambulance_trips,
  ambulance_vehicles,
} from './tables.ts'
import * as vehicles from './vehicles.ts'
import { minutesSince, targetOf } from './view.ts'

interface Asked {
  display?: boolean
  facility_id?: string
}

/** On a wall stand call signs, areas and minutes: no name, no telephone. */
export async function board(caller: Caller, { display, facility_id }: Asked): Promise<Board> {
  const settings = await rowIn(caller, settings_table)
  const at = facility_id === undefined ? {} : { facility_id }
  const found = await vehicles.list(caller, { active: true, ...at })
  const names = display !== true
  return {
    at: clock.instant(),
    requests: await requestsOn(caller, settings, facility_id, names),
    vehicles: await vehiclesOn(caller, found, names),
    free_crew: names ? await freeCrew(caller, settings, found) : [],
    due: dueOf(found, nextDay(await today(caller, caller.facility_id), 30)),
    last_24_h: await countsOf(caller, facility_id),
  }
}

/** For whoever keeps looking at it, or waits until it is another (MOD-20). */
export const boardSeen = liveBoard<Asked, Board>({
  of: [ambulance_requests, ambulance_trips, ambulance_vehicles, ambulance_checks],
  make: board,
  shows: ({ at: _at, ...shown }) => shown,
})

async function requestsOn(
  caller: Caller,
  settings: Settings,
  facility_id: string | undefined,
  names: boolean,
): Promise<Board['requests']> {
  const found = await ambulance_requests.read(
    sql`select ${ambulance_requests.selection()} from ambulance_requests${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, facility_id),
      sql`status in ('RECEIVED', 'WAITING')`,
    ])} order by priority, created_at, id limit 500`,
  )
  const patients = await patientsById(
    caller,
    names ? found.flatMap(({ patient_id }) => patient_id ?? []) : [],
  )
  return found.map((row) => {
    const target = targetOf(settings, row.priority)
    const minutes = minutesSince(row.created_at)
    const known = patients.get(row.patient_id ?? '')
    const closed = known?.restricted === true
    const who = known?.full_name ?? row.patient_told?.name ?? null
    return {
      id: row.id,
      reference: row.number,
      kind: row.kind,
      priority: row.priority,
      area: areaOf(row, names),
      destination: names ? (row.destination?.text ?? null) : null,
      caller: names && !closed && row.caller ? `${row.caller.name}, ${row.caller.phone}` : null,
      patient: names ? who : null,
      minutes,
      target,
      late: target !== null && minutes > target,
      waiting_reason: names ? row.waiting_reason : null,
    }
  })
}

const areaOf = ({ pickup }: Request, names: boolean): string | null =>
  names ? (pickup.text ?? pickup.landmark) : pickup.landmark

async function vehiclesOn(
  { hospital_id }: Caller,
  found: readonly Vehicle[],
  names: boolean,
): Promise<Board['vehicles']> {
  const ids = found.flatMap(({ trip }) => trip?.id ?? [])
  const trips = ids.length === 0 ? [] : await ambulance_trips.all({ hospital_id, id: ids })
  return found.map(({ call_sign, state, not_ready_reason, crew, position, trip }) => {
    const since = trips.find(({ id }) => id === trip?.id)?.milestones[0]?.at
    const crew_names = [crew?.driver, ...(crew?.attendants ?? [])].flatMap((who) => who?.name ?? [])
    return {
      call_sign,
      state,
      not_ready_reason: names ? not_ready_reason : null,
      crew: names ? crew_names : [],
      position: names ? position : null,
      trip:
        trip === null
          ? null
          : {
              reference: trip.reference,
              status: trip.status,
              minutes_out: since === undefined ? 0 : minutesSince(since),
            },
    }
  })
}

async function freeCrew(
  caller: Caller,
  { department }: Settings,
  found: readonly Vehicle[],
): Promise<Board['free_crew']> {
  const at = clock.instant()
  const here = (await onDuty(caller, { department, facility_id: caller.facility_id, at })) ?? []
  const busy = new Set(
    found.flatMap(({ crew }) =>
      [crew?.driver, ...(crew?.attendants ?? [])].flatMap((who) => who?.staff_id ?? []),
    ),
  )
  return here
    .filter(({ staff_id }) => !busy.has(staff_id))
    .map(({ staff_id, name }) => ({ staff_id, name }))
}

const service_soon_km = 500

/** AMB-15: papers of the coming month, and the service that is near. */
function dueOf(found: readonly Vehicle[], until: string): Board['due'] {
  return found.flatMap(({ call_sign, papers, odometer, next_service_km }) => [
    ...papers
      .filter(({ expires_on }) => expires_on <= until)
      .map(({ kind, expires_on }) => ({ call_sign, what: `${kind} until ${expires_on}` })),
    ...(odometer !== null &&
    next_service_km !== null &&
    odometer >= next_service_km - service_soon_km
      ? [{ call_sign, what: `service at ${next_service_km} km` }]
      : []),
  ])
}

async function countsOf(
  caller: Caller,
  facility_id: string | undefined,
): Promise<Board['last_24_h']> {
  const since = instantIn(-hours(24))
  const scope = await inScope(caller, facility_id)
  const count = async (table: Sql, more?: Sql): Promise<number> => {
    const found = await one<{ n: number }>(
      sql`select count(*) as n from ${table}${where([
        sql`hospital_id = ${caller.hospital_id}`,
        scope,
        sql`created_at >= ${since}`,
        more,
      ])}`,
    )
    return Number(found?.n ?? 0)
  }
  const requests = sql`ambulance_requests`
  const trips = sql`ambulance_trips`
  return {
    requests: await count(requests),
    trips: await count(trips),
    cancelled: await count(requests, sql`status = 'CANCELLED'`),
    completed: await count(trips, sql`status = 'COMPLETED'`),
  }
}
