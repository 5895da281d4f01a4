// Who sits in a vehicle now, and the daily check of it (C.2; AMB-3, AMB-5).

import type { Caller } from '../../../core/caller.ts'
import { clock, hours } from '../../../core/clock.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { isAway } from '../../neighbours/duty.ts'
import { staffById } from '../../neighbours/people.ts'
import { today } from '../../office/places/hours.ts'
import { mustBeHere } from '../../office/places/own-branch.ts'
import { rowIn, rowsIn } from '../parts/part-table.ts'
import type { CheckItem, Crew, Named } from './kept.ts'
import { check_items_table, settings_table } from './part-tables.ts'
import type { CheckInput, CrewInput, Vehicle } from './shapes.ts'
import { ambulance_checks, ambulance_vehicles } from './tables.ts'
import { mustBeHome, noted, one, vehicleRecord, type VehicleRow } from './vehicles.ts'
import { readOdometer } from './odometer.ts'
import type { CheckResult } from './words.ts'

/** As people know them; where nobody keeps staff records the id alone stands. */
export async function named(caller: Caller, field: string, staff_id: string): Promise<Named> {
  const known = await staffById(caller, staff_id)
  if (known === null) throw invalid(field, 'is no member of staff.')
  if (known === undefined) return { staff_id, name: 'Staff', cadre: null, clinical: true }
  const { name, cadre, clinical = false } = known
  return { staff_id, name, cadre, clinical }
}

/** A whole crew, each of whom is here today and in no other vehicle. */
export async function crewOf(
  caller: Caller,
  vehicle: Pick<VehicleRow, 'id' | 'facility_id'>,
  { driver_id, attendant_ids = [], until }: CrewInput,
): Promise<Crew | null> {
  const driver = driver_id ? await named(caller, 'driver_id', driver_id) : null
  const attendants: Named[] = []
  for (const [at, id] of attendant_ids.entries()) {
    attendants.push(await named(caller, `attendant_ids[${at}]`, id))
  }
  const all = [...(driver === null ? [] : [driver]), ...attendants]
  const ids = all.map(({ staff_id }) => staff_id)
  if (new Set(ids).size < ids.length) throw invalid('attendant_ids', 'names somebody twice.')
  const day = await today(caller, vehicle.facility_id)
  for (const { staff_id, name } of all) {
    if (await isAway(caller, staff_id, day)) throw conflict(`${name} is away today.`, 'away')
  }
  await mustBeFree(caller, vehicle.id, all)
  if (all.length === 0) return null
  return { driver, attendants, from: clock.instant(), until: until ?? null }
}

async function mustBeFree(
  { hospital_id }: Caller,
  vehicle_id: string,
  wanted: readonly Named[],
): Promise<void> {
  const others = await ambulance_vehicles.all({ hospital_id, active: true }, { order: ['id'] })
  for (const { id, call_sign, crew } of others) {
    if (id === vehicle_id || crew === null) continue
    const there = [crew.driver, ...crew.attendants].flatMap((one) => one?.staff_id ?? [])
    const twice = wanted.find(({ staff_id }) => there.includes(staff_id))
    if (twice !== undefined) throw conflict(`${twice.name} is in the crew of ${call_sign}.`, 'crew')
  }
}

export async function setCrew(caller: Caller, id: string, input: CrewInput): Promise<Vehicle> {
  const before = await vehicleRecord.locked(caller, id)
  fresh(caller, before)
  await mustBeHere(caller, before.facility_id, 'vehicle')
  await mustBeHome(caller, before)
  const crew = await crewOf(caller, before, input)
  await ambulance_vehicles.change({ hospital_id: caller.hospital_id, id }, { crew })
  noted(caller, 'ambulance_vehicle.crew', before, {
    crew: [before.crew?.driver?.name ?? null, crew?.driver?.name ?? null],
  })
  return one(caller, id)
}

/** A critical fault keeps the vehicle at home; what is less is told beside. */
export function resultOf(
  items: readonly CheckItem[],
  critical: ReadonlySet<string>,
): { result: CheckResult; fault: string | null } {
  const bad = items.filter(({ result }) => result === 'FAULT' || result === 'MISSING')
  const grave = bad.filter(({ key }) => critical.has(key))
  if (grave.length > 0) {
    const fault = grave.map(({ key, result }) => `${key.toLowerCase()} ${result}`).join(', ')
    return { result: 'FAIL', fault: fault.slice(0, 300) }
  }
  const low = bad.length > 0 || items.some(({ result }) => result === 'LOW')
  return { result: low ? 'LIMITED' : 'PASS', fault: null }
}

export async function check(caller: Caller, id: string, input: CheckInput) {
  const { hospital_id } = caller
  const before = await vehicleRecord.locked(caller, id)
  await mustBeHere(caller, before.facility_id, 'vehicle')
  if (!before.active) throw conflict(`${before.call_sign} is out of service.`)
  const odometer = readOdometer(before, input.odometer, input.confirm_unusual)
  const items = await itemsOf(caller, before, input)
  const known = await rowsIn(caller, check_items_table)
  const critical = new Set(known.filter((one) => one.critical).map(({ key }) => key))
  const { result, fault } = resultOf(items, critical)
  const at = clock.instant()
  const { check_hours } = await rowIn(caller, settings_table)
  const row = await ambulance_checks.insert({
    hospital_id,
    vehicle_id: id,
    at,
    odometer,
    fuel_level: input.fuel_level,
    items,
    oxygen_bar: input.oxygen_bar ?? null,
    result,
    note: input.note || null,
    by_name: caller.name,
    next_due: new Date(Date.parse(at) + hours(check_hours)).toISOString(),
  })
  await ambulance_vehicles.change(
    { hospital_id, id },
    {
      odometer,
      fuel_level: input.fuel_level,
      check_at: at,
      check_result: result,
      check_fault: fault,
    },
  )
  noted(caller, 'ambulance_vehicle.check', before, { check: [before.check_result, result] })
  return row
}

async function itemsOf(
  caller: Caller,
  { kind }: VehicleRow,
  { items }: CheckInput,
): Promise<CheckItem[]> {
  const known = (await rowsIn(caller, check_items_table)).filter(
    ({ kinds = [] }) => kinds.length === 0 || kinds.includes(kind),
  )
  const strange = items.findIndex(({ key }) => !known.some((one) => one.key === key))
  if (strange >= 0) throw noSuch('item of the check')
  const missing = known.find((one) => one.critical && !items.some(({ key }) => key === one.key))
  if (missing !== undefined) throw invalid('items', `says nothing of ${missing.key}.`)
  return items.map(({ key, result, note }) => ({ key, result, note: note || null }))
}
