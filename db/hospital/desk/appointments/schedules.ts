// Clinic schedules: when a clinician or a point sees booked patients.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import { today } from '../../office/places/hours.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { locationRecord } from '../../office/places/locations.ts'
import { resolveDepartment } from '../../office/places/places.ts'
import { servicePointRecord } from '../service-points/service-points.ts'
import { circumstancesOf, placesIn } from './circumstances.ts'
import { clinicianNamed } from './clinicians.ts'
import { meets, type Schedule as Row } from './sessions.ts'
import type { Schedule, ScheduleChange, ScheduleInput } from './shapes.ts'
import { clinic_schedules } from './tables.ts'
import { actingFacility } from './times.ts'
import { coming_states } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export interface Filter extends PageAsked {
  search?: string
  clinician_id?: string
  service_point_id?: string
  department?: string
  active?: boolean
  on?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: Filter): Promise<Page<Schedule>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(clinic_schedules, asked, {
    alias: 's',
    from: sql` from clinic_schedules s${where([
      sql`s.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`s.facility_id${oneOf(scope)}`,
      when(asked.clinician_id, sql`s.clinician_id = ${asked.clinician_id}`),
      when(asked.service_point_id, sql`s.service_point_id = ${asked.service_point_id}`),
      when(asked.department, sql`s.department = ${asked.department}`),
      asked.active === undefined ? undefined : sql`s.active = ${asked.active}`,
      when(
        asked.on,
        sql`s.valid_from <= ${asked.on} and (s.valid_until is null or s.valid_until >= ${asked.on})`,
      ),
      matching('clinic_schedules', asked.search, 's'),
    ])}`,
    order: sql` order by s.name, s.id`,
  })
  return mapPage(found, view)
}

export const scheduleRecord = recordOf(clinic_schedules, 'schedule')

export const find = async (caller: Caller, id: string): Promise<Schedule> =>
  view(await scheduleRecord.get(caller, id))

export async function open(caller: Caller, input: ScheduleInput): Promise<Schedule> {
  const facility_id = actingFacility(caller)
  const read = await reading(caller, input)
  const made = await clinic_schedules.insert({
    ...input,
    ...read,
    hospital_id: caller.hospital_id,
    facility_id,
    kinds: input.kinds ?? [],
    weekdays: tidy(input.weekdays),
    weeks_of_month: input.weeks_of_month === undefined ? null : input.weeks_of_month,
    service_point_id: input.service_point_id ?? null,
    location_id: input.location_id ?? null,
    valid_until: input.valid_until ?? null,
  })
  note(caller, 'clinic_schedule.create', made)
  return view(made)
}

export async function change(caller: Caller, id: string, input: ScheduleChange): Promise<Schedule> {
  const before = await scheduleRecord.locked(caller, id)
  fresh(caller, before)
  const read = await reading(caller, { ...before, ...input })
  const changes = { ...input, ...read }
  if (input.weekdays !== undefined) changes.weekdays = tidy(input.weekdays)
  await clinic_schedules.change({ hospital_id: caller.hospital_id, id }, changes)
  const after = await scheduleRecord.get(caller, id)
  note(caller, 'clinic_schedule.change', after, difference(before, changes))
  return { ...view(after), affected: await left(caller, after) }
}

/** From a day on, or at once; what is booked stays booked and is counted. */
export async function deactivate(
  caller: Caller,
  id: string,
  { reason, from }: { reason: string; from?: string | undefined },
): Promise<Schedule> {
  const before = await scheduleRecord.locked(caller, id)
  fresh(caller, before)
  if (!before.active) throw conflict(`The schedule ${before.name} is closed already.`)
  const later = from !== undefined && from > (await today(caller, before.facility_id))
  const changes = later
    ? { valid_until: nextDay(from, -1), deactivate_reason: reason }
    : { active: false, deactivate_reason: reason }
  if (later && nextDay(from, -1) < before.valid_from) {
    throw invalid('from', 'is before the schedule begins.')
  }
  await clinic_schedules.change({ hospital_id: caller.hospital_id, id }, changes)
  const after = await scheduleRecord.get(caller, id)
  note(caller, 'clinic_schedule.deactivate', after, difference(before, changes), reason)
  return { ...view(after), affected: await left(caller, after) }
}

/** Coming appointments that no longer fall into a slot of their schedule. */
async function left(caller: Caller, schedule: Row): Promise<number> {
  const booked = await rows<{ start: string; end: string; local_day: string }>(
    sql`select scheduled_for as start, end_at as "end", local_day from appointments
      where hospital_id = ${caller.hospital_id} and schedule_id = ${schedule.id}
      and status${oneOf(coming_states)} and local_day >= ${await today(caller, schedule.facility_id)}
      order by local_day limit 2000`,
  )
  const [first, last] = [booked[0], booked.at(-1)]
  if (first === undefined || last === undefined) return 0
  const range = { from: first.local_day, to: last.local_day }
  const known = await circumstancesOf(caller, schedule.facility_id, [schedule], range)
  const places = placesIn([schedule], range, known, new Map())
  return booked.filter(
    (one) => !places.some((place) => place.status !== 'CLOSED' && meets(one, place)),
  ).length
}

type Read = Pick<
  Row,
  'clinician_id' | 'clinician_name' | 'department' | 'resource_kind' | 'service_point_id'
>

async function reading(caller: Caller, input: ScheduleInput): Promise<Read> {
  const { start_time, end_time, slot_minutes, valid_from, valid_until, resource_kind } = input
  if (end_time <= start_time) throw invalid('end_time', 'must be after start_time.')
  if (minutesOf(end_time) - minutesOf(start_time) < slot_minutes) {
    throw invalid('slot_minutes', 'is longer than the session.')
  }
  if (valid_until && valid_until < valid_from) throw invalid('valid_until', 'is before valid_from.')
  const department = (await resolveDepartment(caller, input.department)).name
  if (input.location_id) await locationRecord.get(caller, input.location_id)
  const own = { department, resource_kind }
  if (resource_kind === 'SERVICE_POINT') {
    if (!input.service_point_id) throw invalid('service_point_id', 'is required for SERVICE_POINT.')
    await servicePointRecord.get(caller, input.service_point_id)
    const { service_point_id } = input
    return { ...own, clinician_id: null, clinician_name: null, service_point_id }
  }
  if (!input.clinician_id) throw invalid('clinician_id', 'is required for CLINICIAN.')
  const clinician = await clinicianNamed(caller, input)
  return {
    ...own,
    clinician_id: clinician.id,
    clinician_name: clinician.name,
    service_point_id: input.service_point_id ?? null,
  }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const tidy = (list: readonly number[]): number[] => [...new Set(list)].sort((a, b) => a - b)

export const view = (row: Row): Schedule => {
  const { hospital_id: _h, created_at: _c, updated_at: _u, search_text: _s, ...rest } = row
  const { deactivate_reason: _d, ...shown } = rest
  return shown
}

function note(
  caller: Caller,
  action: string,
  row: Row,
  changes?: Record<string, [unknown, unknown]>,
  reason?: string,
): void {
  record(caller, action, {
    entity_type: 'clinic_schedule',
    entity_id: row.id,
    entity_label: row.name,
    changes,
    reason,
  })
}
