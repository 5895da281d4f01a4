// Free times (APT-11).

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { invalid } from '../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { resolveDepartment } from '../../office/places/places.ts'
import { circumstancesOf, placesIn, takenIn } from './circumstances.ts'
import type { Place, Schedule } from './sessions.ts'
import type { Slot, SlotWords } from './shapes.ts'
import { clinic_schedules } from './tables.ts'
import { localOf } from './times.ts'
import type { AppointmentKind } from './words.ts'

export interface SlotsAsked extends SlotWords {
  /** Only what patients may book themselves, with notice and horizon (POR-10). */
  portal?: boolean
  /** Whatever clinic there is. */
  any?: boolean
}

export async function slots(caller: Caller, asked: SlotsAsked): Promise<Slot[]> {
  const { from, to, portal = false } = asked
  const named = asked.clinician_id || asked.service_point_id || asked.department
  if (!named && asked.any !== true) {
    throw invalid('clinician_id', 'is required, or service_point_id, or department.')
  }
  if (to < from) throw invalid('from', 'is after to.')
  if (to > nextDay(from, 61)) throw invalid('to', 'is more than 62 days after from.')
  const schedules = await schedulesFor(caller, asked)
  const found: Slot[] = []
  for (const facility_id of new Set(schedules.map((one) => one.facility_id))) {
    const here = schedules.filter((one) => one.facility_id === facility_id)
    const known = await circumstancesOf(caller, facility_id, here, { from, to })
    const ids = here.map(({ id }) => id)
    const taken = await takenIn(caller, ids, { from, to })
    const places = placesIn(here, { from, to }, known, taken, portal)
    const shown = asked.free === true ? places.filter(({ status }) => status === 'FREE') : places
    for (const place of shown) found.push(slotOf(place, known.zone))
  }
  return found
}

/** The running schedules that somebody asks about; the portal sees what it may book. */
export async function schedulesFor(
  caller: Caller,
  asked: Pick<SlotsAsked, 'clinician_id' | 'service_point_id' | 'department' | 'kind'> & {
    facility_id?: string | undefined
    from: string
    to: string
    portal?: boolean | undefined
  },
): Promise<Schedule[]> {
  const scope = asked.portal === true ? undefined : await scopeOf(caller, asked.facility_id)
  const department = asked.department
    ? (await resolveDepartment(caller, asked.department)).name
    : undefined
  const found = await clinic_schedules.read(
    sql`select ${clinic_schedules.selection()} from clinic_schedules${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`active`,
      sql`valid_from <= ${asked.to}`,
      sql`(valid_until is null or valid_until >= ${asked.from})`,
      scope === undefined || scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      asked.portal === true && asked.facility_id !== undefined
        ? sql`facility_id = ${asked.facility_id}`
        : undefined,
      when(asked.portal, sql`portal_bookable`),
      when(asked.clinician_id, sql`clinician_id = ${asked.clinician_id}`),
      when(asked.service_point_id, sql`service_point_id = ${asked.service_point_id}`),
      when(department, sql`department = ${department}`),
    ])} order by name, id limit 500`,
  )
  return found.filter((one) => takes(one, asked.kind))
}

export const takes = ({ kinds }: Schedule, kind: AppointmentKind | undefined): boolean =>
  kind === undefined || kinds.length === 0 || kinds.includes(kind)

export const slotOf = (place: Place, zone: string): Slot => {
  const { schedule, capacity } = place.session
  const { clinician_id, clinician_name, service_point_id, department, location_id } = schedule
  return {
    start: place.start,
    end: place.end,
    local: localOf(zone, place.start),
    schedule_id: schedule.id,
    clinician: clinician_id === null ? null : { id: clinician_id, name: clinician_name },
    service_point_id,
    department,
    facility_id: schedule.facility_id,
    location_id,
    capacity,
    booked: place.booked,
    free: place.free,
    overbook_left: place.overbook_left,
    status: place.status,
    closed_reason: place.closed_reason,
  }
}
