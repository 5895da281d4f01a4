// What a trip costs (AMB-12): once for each patient and key, when it is over.

import type { Caller } from '../../../core/caller.ts'
import { today } from '../../office/places/hours.ts'
import { isSettledNow } from '../../money/billing/charges/lapse.ts'
import { chargeKey } from '../parts/charging.ts'
import { rowIn, rowsIn } from '../parts/part-table.ts'
import { folded } from '../../../store/table.ts'
import type { Stamp } from './kept.ts'
import { type ChargeRow, charges_table, settings_table, zones_table } from './part-tables.ts'
import type { Request } from './requests.ts'
import type { Trip } from './trip-record.ts'
import type { ChargeKey } from './words.ts'

export interface Due {
  key: ChargeKey
  code: string | null
  quantity: number
}

interface TripFacts {
  kind: string
  priority: number
  distance_km: number | null
  conveyed: number
  waited_minutes: number
  escort: boolean
  zone_code: string | null
}

/** Of one patient. Pure: what is shared is shared equally, what is begun is a unit. */
export function duesOf(rows: readonly ChargeRow[], facts: TripFacts): Due[] {
  const row = (key: ChargeKey): ChargeRow | undefined =>
    rows.find(
      (one) =>
        one.key === key &&
        (one.kinds === undefined || one.kinds.some((kind) => kind === facts.kind)) &&
        (one.priorities === undefined || one.priorities.includes(facts.priority)),
    )
  const found: Due[] = []
  const put = (key: ChargeKey, quantity: number, code?: string | null): void => {
    const at = row(key)
    if (quantity > 0) found.push({ key, code: code ?? at?.code ?? null, quantity })
  }
  put('CALL_OUT', 1)
  if (facts.zone_code !== null) put('KM', shared(1, facts.conveyed), facts.zone_code)
  else {
    const km = Math.max(0, (facts.distance_km ?? 0) - (row('KM')?.free_km ?? 0))
    put('KM', shared(Math.ceil(km), facts.conveyed))
  }
  const { unit_minutes = 30, free_minutes = 30 } = row('WAITING') ?? {}
  put('WAITING', Math.ceil(Math.max(0, facts.waited_minutes - free_minutes) / unit_minutes))
  if (facts.escort) put('ESCORT', 1)
  return found
}

/** Up to three decimals, as billing keeps them. */
const shared = (whole: number, among: number): number =>
  Math.round((whole / Math.max(1, among)) * 1000) / 1000

export function minutesWaited(stamps: readonly Stamp[]): number {
  const at = (name: string): number =>
    Date.parse(stamps.find(({ milestone }) => milestone === name)?.at ?? '')
  const [from, until] = [at('AT_DESTINATION'), at('HANDED_OVER')]
  return Number.isNaN(from) || Number.isNaN(until) ? 0 : (until - from) / 60_000
}

const sourceOf = ({ id }: Trip, ref: string, key: string): string => `${id}:${ref}:${key}`

/** Nobody is charged who was not carried, whose category is free, or whom nobody knows yet. */
export async function chargeTrip(
  caller: Caller,
  trip: Trip,
  kind: string,
  requests: readonly Request[],
): Promise<string[]> {
  if (trip.outcome === 'REFUSED' || trip.outcome === 'NO_PATIENT') return []
  const { free_categories } = await rowIn(caller, settings_table)
  const rows = await rowsIn(caller, charges_table)
  const zones = await rowsIn(caller, zones_table)
  const service_date = await today(caller, trip.facility_id)
  const { department } = await rowIn(caller, settings_table)
  const warnings = new Set<string>()
  for (const { ref, request_id, patient_id } of trip.patients) {
    const request = requests.find(({ id }) => id === request_id)
    const free = free_categories.some((one) => one === request?.category)
    if (patient_id === null || request === undefined || free) continue
    const to = folded(request.destination?.text ?? '')
    const dues = duesOf(rows, {
      kind,
      priority: trip.priority,
      distance_km: trip.distance_km,
      conveyed: trip.patients.length,
      waited_minutes: minutesWaited(trip.milestones),
      escort: request.needs.escort !== 'NONE',
      zone_code: zones.find(({ destination }) => folded(destination) === to)?.code ?? null,
    })
    for (const { key, code, quantity } of dues) {
      const { warning } = await chargeKey(caller, {
        patient_id,
        key,
        code,
        quantity,
        source: 'ambulance_trip',
        source_id: sourceOf(trip, ref, key),
        department,
        category: 'Ambulance',
        service_date,
        done: true,
      })
      if (warning !== null) warnings.add(warning)
    }
  }
  return [...warnings]
}

/** Whether everything that stands on a bill of this trip is paid for or answered for. */
export async function isPaid(caller: Caller, trip: Trip): Promise<boolean> {
  if (trip.status !== 'COMPLETED') return true
  for (const { ref } of trip.patients) {
    for (const key of ['CALL_OUT', 'KM', 'WAITING', 'ESCORT']) {
      const line = await isSettledNow(caller, 'ambulance_trip', sourceOf(trip, ref, key))
      if (!line.may_proceed) return false
    }
  }
  return true
}
