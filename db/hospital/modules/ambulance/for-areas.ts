// What other areas ask of dispatch (AMB-19, AMB-20), and what it tells of itself.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { type Sql, sql } from '../../../store/sql.ts'
import { everyRow, repointing } from '../../care/clinical/repointing.ts'
import { type Module, module_names } from '../../modules.ts'
import { tell } from '../../neighbours/telling.ts'
import { facilityRecord } from '../../office/places/facilities.ts'
import { switchesOf } from '../../office/places/switches.ts'
import type { OnDeath, PerformedService, PerformedServices, WorkOpen } from '../../registry.ts'
import { rowsIn, rowIn } from '../parts/part-table.ts'
import { charges_table, settings_table } from './part-tables.ts'
import { ask, cancelled, open_states, requestRecord } from './requests.ts'
import { ambulance_requests, ambulance_trips, ambulance_vehicles } from './tables.ts'
import { channels, request_kinds } from './words.ts'

interface TripAsked {
  kind: string
  referral_id?: string
  patient_id?: string
  pickup: string
  destination: string
  priority: string
  needs?: string | null
  channel: string
}

const priorities: Readonly<Record<string, number>> = { EMERGENCY: 1, URGENT: 2, ROUTINE: 4 }

export async function requestTrip(
  caller: Caller,
  asked: TripAsked,
): Promise<{ request_id: string; number: string } | { off: true; message: string }> {
  const off = await offHere(caller)
  if (off !== null) return { off: true, message: off }
  const kind = request_kinds.find((one) => one === asked.kind) ?? 'TRANSFER_OUT'
  const { id, number } = await ask(caller, {
    kind,
    channel: channels.find((one) => one === asked.channel) ?? 'REFERRAL',
    priority: priorities[asked.priority] ?? (Number(asked.priority) || 3),
    pickup: { text: asked.pickup.slice(0, 300) },
    destination: { text: asked.destination.slice(0, 300) },
    ...(asked.patient_id === undefined ? {} : { patient_id: asked.patient_id }),
    ...(asked.referral_id === undefined ? {} : { referral_id: asked.referral_id }),
    note: asked.needs?.slice(0, 500) ?? null,
    not_duplicate: true,
  })
  return { request_id: id, number }
}

async function offHere({ hospital_id, facility_id }: Caller): Promise<string | null> {
  if (facility_id === null) return 'Ambulance dispatch is not run here.'
  const { name, on } = await switchesOf(hospital_id, facility_id)
  return on.ambulance ? null : `The ${module_names.ambulance} module is switched off at ${name}.`
}

/** What waits for somebody who has died is over; a trip under way is told. */
export const onDeath: OnDeath = async (caller, patient_id) => {
  const { hospital_id } = caller
  const found = await ambulance_requests.all(
    { hospital_id, patient_id, status: [...open_states, 'ASSIGNED'] },
    { order: ['id'] },
  )
  const closed: string[] = []
  for (const { id, status, number, trip_id } of found) {
    if (status === 'ASSIGNED') {
      await tell(caller, {
        to: { permission: 'ambulance:assign' },
        kind: 'ambulance.urgent',
        title: 'Somebody whom an ambulance goes for has died',
        body: number,
        entity: { type: 'ambulance_trip', id: trip_id ?? id },
      })
      continue
    }
    await cancelled(caller, await requestRecord.locked(caller, id), 'DIED', null)
    closed.push(number)
  }
  return closed.length === 0 ? {} : { ambulance_requests: closed }
}

export const repointPatient = repointing({ ambulance_requests: everyRow })

async function workIn(
  { hospital_id }: Caller,
  label: string,
  people: boolean,
  statement: Sql,
): Promise<WorkOpen> {
  const found = await rows<{ number: string; n: number }>(
    sql`select number, count(*) over () as n from ${statement}
      and hospital_id = ${hospital_id} order by number limit 10`,
  )
  const references = found.map(({ number }) => number)
  return { label, count: Number(found[0]?.n ?? 0), references, people }
}

/** 0.3, rows about people first. */
export async function openWork(
  caller: Caller,
  module: Module,
  facility_id: string,
): Promise<WorkOpen[]> {
  if (module !== 'ambulance') return []
  const at = sql`facility_id = ${facility_id}`
  const carrying = sql`('WITH_PATIENT', 'TO_DESTINATION', 'AT_DESTINATION')`
  return [
    await workIn(
      caller,
      'patients on board',
      true,
      sql`ambulance_trips where status in ${carrying} and ${at}`,
    ),
    await workIn(
      caller,
      'trips under way',
      false,
      sql`ambulance_trips where status not in ('COMPLETED', 'ABORTED') and ${at}`,
    ),
    await workIn(
      caller,
      'requests waiting',
      false,
      sql`ambulance_requests where status in ('RECEIVED', 'WAITING') and ${at}`,
    ),
  ]
}

/** MOD-10. */
export async function readiness(
  caller: Caller,
  module: Module,
  facility_id: string,
): Promise<string[]> {
  if (module !== 'ambulance') return []
  const { hospital_id } = caller
  await facilityRecord.get(caller, facility_id)
  const vehicles = await ambulance_vehicles.count({ hospital_id, facility_id, active: true })
  const charges = await rowsIn(caller, charges_table)
  return [
    ...(vehicles === 0 ? ['no vehicle'] : []),
    ...(charges.every(({ code }) => code === null) ? ['no tariff for a charge key'] : []),
  ]
}

/** Trips that are over, by the day on which they ended. */
export const performedServices: PerformedServices = async function* (caller, { from, to }) {
  const { department } = await rowIn(caller, settings_table)
  const call_out = (await rowsIn(caller, charges_table)).find(({ key }) => key === 'CALL_OUT')
  const code = call_out?.code
  if (!code) return
  const trips = await ambulance_trips.read(
    sql`select ${ambulance_trips.selection()} from ambulance_trips
      where hospital_id = ${caller.hospital_id} and status = 'COMPLETED'
        and updated_at >= ${from} and updated_at < ${to} order by updated_at, id limit 5000`,
  )
  const found = trips.flatMap(({ id, patients, updated_at }) =>
    patients.flatMap(({ ref, patient_id }): PerformedService[] =>
      patient_id === null
        ? []
        : [
            {
              source: 'ambulance_trip',
              source_id: `${id}:${ref}:CALL_OUT`,
              code,
              patient_id,
              visit_id: null,
              department,
              done_at: updated_at,
              performed_by_id: null,
            },
          ],
    ),
  )
  for (let start = 0; start < found.length; start += 500) yield found.slice(start, start + 500)
}
