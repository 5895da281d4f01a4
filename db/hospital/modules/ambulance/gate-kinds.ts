// What stands in the way of sending a vehicle out (AMB-3). Money is none of it (AMB-13).

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, hours, instantIn } from '../../../core/clock.ts'
import type { Bite, GateKind } from '../../desk/gates/kind.ts'
import { mayPractise, staffById } from '../../neighbours/people.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { holdsLicence } from '../../people/staff/licences/held.ts'
import { rowIn } from '../parts/part-table.ts'
import { sql } from '../../../store/sql.ts'
import type { Crew } from './kept.ts'
import { settings_table } from './part-tables.ts'
import type { Request } from './requests.ts'
import { ambulance_trips } from './tables.ts'
import { pastPaper, type VehicleRow } from './vehicles.ts'

export interface DispatchCase {
  vehicle: VehicleRow
  crew: Crew
  requests: readonly Request[]
}

const reasons = [
  { code: 'NO_OTHER_VEHICLE', text: 'There is no other vehicle', needs_text: false },
  { code: 'CLINICAL_NEED', text: 'Clinical need', needs_text: false },
  { code: 'OTHER', text: 'Other', needs_text: true },
] as const

const dispatchGate = (
  kind: Pick<GateKind, 'key' | 'title' | 'title_sw' | 'rows'> & Partial<GateKind>,
  bites: (caller: Caller, on: DispatchCase) => Promise<readonly Bite[]>,
): GateKind => ({
  actions: ['ambulance.dispatch'],
  reasons,
  emergency_bypass: true,
  acting: 'ambulance:assign',
  ...kind,
  check: async (caller, { subject }) => bites(caller, subject as unknown as DispatchCase),
})

const ovr = (permission: string) => [{ level: 'BLOCK_WITH_OVERRIDE', permission }] as const

export const ambulance_gates: readonly GateKind[] = [
  dispatchGate(
    {
      key: 'AMB_CHECK',
      title: 'Daily check',
      title_sw: 'Ukaguzi wa kila siku',
      rows: ovr('ambulance:assign'),
    },
    async (caller, { vehicle }) => {
      const { call_sign, check_at, check_result } = vehicle
      const { check_hours } = await rowIn(caller, settings_table)
      if (check_at === null) return [{ what: `${call_sign} was not checked.` }]
      if (clock.ms() - Date.parse(check_at) > hours(check_hours)) {
        return [{ what: `the check of ${call_sign} is overdue.` }]
      }
      return check_result === 'LIMITED' ? [{ what: `the check of ${call_sign} is LIMITED.` }] : []
    },
  ),
  dispatchGate(
    {
      key: 'AMB_PAPERS',
      title: 'Papers',
      title_sw: 'Nyaraka za gari',
      rows: ovr('ambulance:manage'),
      emergency_bypass: false,
    },
    async (caller, { vehicle }) => {
      const day = dayIn(await zoneOf(caller, vehicle.facility_id))
      const past = pastPaper(vehicle, day)
      return past === null ? [] : [{ what: `${past}.` }]
    },
  ),
  dispatchGate(
    { key: 'AMB_CREW', title: 'Crew', title_sw: 'Wahudumu', rows: ovr('ambulance:manage') },
    async (caller, { vehicle, crew }) => [
      ...(await ofDriver(caller, vehicle, crew)),
      ...(await ofAttendants(caller, vehicle, crew)),
    ],
  ),
  dispatchGate(
    {
      key: 'AMB_KIND',
      title: 'Kind of vehicle',
      title_sw: 'Aina ya gari',
      rows: [{ level: 'WARN' }],
    },
    async (_caller, { vehicle, requests }) => {
      const has = vehicle.equipment.map((item) => item.toLowerCase())
      const lacks = [
        ['incubator', 'incubator'],
        ['oxygen', 'oxygen'],
      ] as const
      const missing: string[] = lacks
        .filter(([need, item]) => requests.some(({ needs }) => needs[need]) && !has.includes(item))
        .map(([, item]) => item)
      const lying = requests.filter(({ needs }) => needs.stretcher).length
      if (lying > vehicle.stretchers) missing.push('stretcher')
      return missing.length === 0
        ? []
        : [{ what: `${vehicle.call_sign} has no ${missing.join(', no ')}.` }]
    },
  ),
]

async function ofDriver(
  caller: Caller,
  { facility_id }: VehicleRow,
  { driver }: Crew,
): Promise<Bite[]> {
  if (driver === null) return []
  const found: Bite[] = []
  const on = dayIn(await zoneOf(caller, facility_id))
  const kept = (await staffById(caller, driver.staff_id)) !== undefined
  const licence = { kind: 'PERMIT' as const, board: 'Driving', on }
  if (kept && !(await holdsLicence(caller, driver.staff_id, licence))) {
    found.push({ what: `${driver.name} has no driving licence in date.` })
  }
  const { max_driving_hours } = await rowIn(caller, settings_table)
  const driven = await hoursDriven(caller, driver.staff_id)
  if (driven > max_driving_hours) {
    found.push({ what: `${driver.name} has driven ${Math.floor(driven)} hours of the last 24.` })
  }
  return found
}

/** Of the last day, from being sent to being back. */
async function hoursDriven({ hospital_id }: Caller, staff_id: string): Promise<number> {
  const since = instantIn(-hours(24))
  const trips = await ambulance_trips.read(
    sql`select ${ambulance_trips.selection()} from ambulance_trips
      where hospital_id = ${hospital_id} and updated_at >= ${since}
        and crew like ${`%"${staff_id}"%`} order by id limit 200`,
  )
  const own = trips.filter(({ crew }) => crew.driver?.staff_id === staff_id)
  return own.reduce((sum, { milestones, created_at, status, updated_at }) => {
    const from = Math.max(Date.parse(milestones[0]?.at ?? created_at), Date.parse(since))
    const over = status === 'COMPLETED' || status === 'ABORTED'
    const until = over ? Date.parse(milestones.at(-1)?.at ?? updated_at) : clock.ms()
    return sum + Math.max(0, until - from) / hours(1)
  }, 0)
}

async function ofAttendants(
  caller: Caller,
  { facility_id }: VehicleRow,
  { attendants }: Crew,
): Promise<Bite[]> {
  const day = dayIn(await zoneOf(caller, facility_id))
  const found: Bite[] = []
  for (const { staff_id, name, clinical } of attendants) {
    if (!clinical) continue
    const { answer } = await mayPractise(caller, staff_id, day)
    if (answer === 'BLOCK') found.push({ what: `${name} may not practise today.` })
  }
  return found
}
