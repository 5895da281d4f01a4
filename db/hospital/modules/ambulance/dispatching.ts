// A vehicle goes out (C.3 dispatch; AMB-3 to AMB-5).

import type { Caller } from '../../../core/caller.ts'
import { clock, timeIn } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { gate } from '../../desk/gates/gate.ts'
import type { GateResult } from '../../desk/gates/shapes.ts'
import { tell } from '../../neighbours/telling.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { sendTo } from '../../office/outbox/send.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { mustBeHere } from '../../office/places/own-branch.ts'
import { rowIn } from '../parts/part-table.ts'
import { settings_table } from './part-tables.ts'
import { targetOf } from './view.ts'
import { crewOf } from './crews.ts'
import type { DispatchCase } from './gate-kinds.ts'
import type { Aboard, Crew } from './kept.ts'
import { abort } from './aborting.ts'
import { type Request, requestRecord } from './requests.ts'
import type { DispatchInput } from './shapes.ts'
import { type Trip, tripRecord } from './trip-record.ts'
import { mustBeHome, vehicleRecord, type VehicleRow } from './vehicles.ts'
import { without_patient } from './words.ts'

export interface Sent {
  row: Trip
  gate_warnings: GateResult[]
}

export async function dispatch(caller: Caller, id: string, input: DispatchInput): Promise<Sent> {
  const requests = await requestsOf(caller, id, input)
  const first = requests.find((one) => one.id === id) as Request
  if (input.divert_from) await divert(caller, first, input.divert_from, input.vehicle_id)
  const vehicle = await vehicleRecord.locked(caller, input.vehicle_id)
  await mustBeHere(caller, vehicle.facility_id, 'vehicle')
  await mustGo(caller, vehicle)
  const crew = await crewFor(caller, vehicle, input)
  mustFit(vehicle, crew, requests)
  const priority = Math.min(...requests.map((one) => one.priority))
  const on: DispatchCase = { vehicle, crew, requests }
  const gate_warnings = await gate(caller, {
    action: 'ambulance.dispatch',
    subject: { ...on },
    emergency: priority === 1,
    overrides: input.overrides,
    entity: { type: 'ambulance_request', id: first.id, patient_id: first.patient_id },
  })
  const row = await sent(caller, vehicle, crew, requests, priority)
  for (const one of requests) {
    await requestRecord.moved(caller, one, 'dispatch', { trip_id: row.id, waiting_reason: null })
  }
  await tellCrew(caller, row, requests)
  await tellCallers(caller, row, vehicle, requests)
  return { row, gate_warnings }
}

/** All of them at once, in one order. */
async function requestsOf(
  caller: Caller,
  id: string,
  { request_ids = [] }: DispatchInput,
): Promise<Request[]> {
  const found: Request[] = []
  for (const one of [...new Set([id, ...request_ids])].sort()) {
    const row = await requestRecord.begin(caller, one, 'dispatch')
    await mustBeHere(caller, row.facility_id, 'request')
    found.push(row)
  }
  return found
}

async function mustGo(caller: Caller, vehicle: VehicleRow): Promise<void> {
  const { call_sign, active, check_result, check_fault, check_at, facility_id } = vehicle
  if (!active) throw conflict(`${call_sign} is out of service.`, 'out_of_service')
  await mustBeHome(caller, vehicle)
  if (check_result !== 'FAIL' || check_at === null) return
  const at = timeIn(await zoneOf(caller, facility_id), new Date(check_at))
  throw conflict(`${call_sign}: ${check_fault ?? 'the check FAIL'} at ${at}.`, 'check')
}

async function crewFor(caller: Caller, vehicle: VehicleRow, input: DispatchInput): Promise<Crew> {
  const { driver_id, attendant_ids } = input
  const said = driver_id || attendant_ids
  const crew = said
    ? await crewOf(caller, vehicle, {
        driver_id: driver_id ?? vehicle.crew?.driver?.staff_id ?? null,
        attendant_ids:
          attendant_ids ?? (vehicle.crew?.attendants ?? []).map(({ staff_id }) => staff_id),
      })
    : vehicle.crew
  if (crew?.driver) return crew
  throw conflict(`${vehicle.call_sign} has no driver: name the crew.`, 'crew')
}

function mustFit(vehicle: VehicleRow, crew: Crew, requests: readonly Request[]): void {
  const body = requests.some(({ kind }) => kind === 'BODY')
  if (body && vehicle.kind !== 'HEARSE' && vehicle.kind !== 'TRANSPORT') {
    throw conflict(`A body goes with a HEARSE or a TRANSPORT, not with ${vehicle.call_sign}.`)
  }
  const grave = requests.some(
    ({ priority, kind }) => priority <= 2 && !without_patient.includes(kind),
  )
  if (grave && !crew.attendants.some(({ clinical }) => clinical)) {
    throw conflict('Priority 1 and 2 need an attendant of a clinical cadre.', 'crew')
  }
}

/** AMB-4: somebody's life before what was planned. */
async function divert(
  caller: Caller,
  { priority }: Request,
  trip_id: string,
  vehicle_id: string,
): Promise<void> {
  const before = await tripRecord.locked(caller, trip_id)
  if (before.vehicle_id !== vehicle_id) throw invalid('divert_from', 'is of another vehicle.')
  const may = before.status === 'DISPATCHED' || before.status === 'EN_ROUTE'
  if (priority !== 1 || before.priority < 3 || !may) {
    throw conflict(
      `${before.number} is ${before.status}, priority ${before.priority}: it is not diverted.`,
      'divert',
    )
  }
  await abort(caller, before, 'DIVERTED', clock.instant())
}

const sent = (
  caller: Caller,
  { id, call_sign, facility_id, odometer }: VehicleRow,
  crew: Crew,
  requests: readonly Request[],
  priority: number,
): Promise<Trip> => {
  const at = clock.instant()
  const called = requests.map(({ created_at }) => created_at).sort()
  const stamp = { milestone: 'DISPATCHED' as const, at, odometer, lat: null, lng: null }
  return tripRecord.created(
    caller,
    {
      facility_id,
      vehicle_id: id,
      call_sign,
      crew,
      request_ids: requests.map((one) => one.id),
      priority,
      milestones: [{ ...stamp, by_name: caller.name }],
      patients: aboard(requests),
      start_km: odometer,
      called_at: called[0] ?? at,
      created_by_name: caller.name,
    },
    'dispatch',
  )
}

/** Everybody who is to be carried, numbered in the order of the requests. */
export function aboard(requests: readonly Request[]): Aboard[] {
  const found: Omit<Aboard, 'ref'>[] = []
  for (const { id, kind, patient_id, patient_told } of requests) {
    if (without_patient.includes(kind)) continue
    const told = { name: patient_told?.name ?? null, sex: patient_told?.sex ?? null }
    const one = { ...told, age: patient_told?.age ?? null, request_id: id, handed_over: null }
    found.push({ ...one, patient_id })
    for (let more = 1; more < (patient_told?.count ?? 1); more += 1) {
      found.push({ ...one, name: null, patient_id: null })
    }
  }
  return found.map((one, at) => ({ ref: String(at + 1), ...one }))
}

async function tellCrew(caller: Caller, trip: Trip, requests: readonly Request[]): Promise<void> {
  const places = requests.map(({ pickup }) => pickup.landmark ?? pickup.text ?? 'by position')
  await tell(caller, {
    to: { permission: 'ambulance:update' },
    kind: 'ambulance.dispatched',
    title: `${trip.call_sign} is sent out`,
    body: `${trip.number}: ${places.join('; ')}`.slice(0, 300),
    entity: { type: 'ambulance_trip', id: trip.id },
  })
}

/** Whoever called hears that somebody comes, and whom to ring. */
async function tellCallers(
  caller: Caller,
  trip: Trip,
  vehicle: VehicleRow,
  requests: readonly Request[],
): Promise<void> {
  const { name, language, support_phone } = await hospitalOf(caller)
  const target = targetOf(await rowIn(caller, settings_table), trip.priority)
  for (const { caller_phone } of requests) {
    if (caller_phone === null) continue
    await sendTo(caller, {
      phone: caller_phone,
      language,
      event: 'ambulance.coming',
      data: {
        hospital: name,
        minutes: target === null ? '' : String(target),
        phone: vehicle.phone ?? support_phone ?? name,
      },
      entity: { type: 'ambulance_trip', id: trip.id },
    })
  }
}
