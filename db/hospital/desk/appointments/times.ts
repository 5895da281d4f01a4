// Times of a branch: what people read is written there (APT-10).

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, days, isDay, minutes, timeIn } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { facilityRecord } from '../../office/places/facilities.ts'
import { today } from '../../office/places/hours.ts'

type Of = Pick<Caller, 'hospital_id'>

export async function zoneOf(caller: Of, facility_id: string): Promise<string> {
  const { time_zone } = await facilityRecord.get(caller, facility_id)
  return time_zone ?? (await hospitalOf(caller)).timezone
}

/** What day it is at the branch. */
export const dayOf = (caller: Of, facility_id: string): Promise<string> =>
  today(caller, facility_id)

/** Zones of many branches, for a page of records. */
export async function zonesOf(
  caller: Of,
  facility_ids: readonly string[],
): Promise<Map<string, string>> {
  const zones = new Map<string, string>()
  for (const id of new Set(facility_ids)) zones.set(id, await zoneOf(caller, id))
  return zones
}

/** A write happens somewhere (PLT-12). */
export function actingFacility({ facility_id }: Pick<Caller, 'facility_id'>): string {
  if (facility_id === null) throw conflict('Choose a branch first.', 'no_branch')
  return facility_id
}

/** `2026-03-12 10:15` */
export const localOf = (zone: string, at: string): string =>
  `${dayIn(zone, new Date(at))} ${timeIn(zone, new Date(at))}`

export const timeOf = (zone: string, at: string): string => timeIn(zone, new Date(at))

const local = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/
const absolute = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

/** With its zone: which one was meant is nothing to be guessed (APT-10). To the minute. */
export function readTime(field: string, typed: string): string {
  if (!isDay(typed.slice(0, 10))) throw invalid(field, 'must be a time.')
  if (local.test(typed)) {
    throw invalid(
      field,
      'must say its zone, like 2026-03-12T10:15:00+03:00 or 2026-03-12T07:15:00Z.',
    )
  }
  const at = absolute.test(typed) ? Date.parse(typed) : Number.NaN
  if (Number.isNaN(at)) throw invalid(field, 'must be a time.')
  return new Date(Math.floor(at / minutes(1)) * minutes(1)).toISOString()
}

/** APT-1. */
export function mustBeAhead(field: string, at: string): void {
  const ms = Date.parse(at)
  if (ms < clock.ms() - minutes(5)) throw invalid(field, 'is in the past.')
  if (ms > clock.ms() + days(730)) throw invalid(field, 'is more than 730 days ahead.')
}
