// A place that became free goes to the first who waits for such a one, and is held for a while
// (APT-14).

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, hours, instantIn, minutes, timeIn } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { record } from '../../office/audit/record.ts'
import { messagePatient } from '../../neighbours/patient-messages.ts'
import { settingsOf } from '../patients/settings.ts'
import { circumstancesOf, placesIn, takenIn } from './circumstances.ts'
import { waitlist_life } from './life.ts'
import type { Row as Appointment } from './rows.ts'
import { scheduleRecord } from './schedules.ts'
import { type Place, weekday } from './sessions.ts'
import { takes } from './slots.ts'
import { appointment_waitlist } from './tables.ts'
import { dateOf } from './telling.ts'
import { timeOf, zoneOf } from './times.ts'

export type Entry = RowOf<(typeof appointment_waitlist)['columns']>

/** Nearer ones are for the desk to fill. */
const notice_ms = hours(2)
const looked_at_most = 200

export const slotFreed = async (
  caller: Caller,
  { schedule_id, scheduled_for }: Pick<Appointment, 'schedule_id' | 'scheduled_for'>,
): Promise<void> => {
  if (schedule_id !== null) await offerPlace(caller, schedule_id, scheduled_for, [])
}

/** `but`: who has just declined it, or let it lapse. */
export async function offerPlace(
  caller: Caller,
  schedule_id: string,
  start: string,
  but: readonly string[],
): Promise<void> {
  if (start < instantIn(notice_ms)) return
  const place = await placeAt(caller, schedule_id, start)
  if (place?.status !== 'FREE') return
  const next = (await waitingFor(caller, place)).find(({ id }) => !but.includes(id))
  if (next !== undefined) await offer(caller, next, place)
}

export async function placeAt(
  caller: Caller,
  schedule_id: string,
  start: string,
  waitlist_id?: string,
): Promise<Place | undefined> {
  const schedule = await scheduleRecord.get(caller, schedule_id)
  const zone = await zoneOf(caller, schedule.facility_id)
  const day = dayIn(zone, new Date(start))
  const range = { from: day, to: day }
  const known = await circumstancesOf(caller, schedule.facility_id, [schedule], range)
  const taken = await takenIn(caller, [schedule_id], range, { waitlist_id })
  return placesIn([schedule], range, known, taken).find((one) => one.start === start)
}

/** By priority, then by how long they wait. */
async function waitingFor(caller: Caller, { session, start }: Place): Promise<Entry[]> {
  const { schedule, day } = session
  const { hospital_id, clinician_id, department, facility_id } = schedule
  const found = await appointment_waitlist.read(
    sql`select ${appointment_waitlist.selection()} from appointment_waitlist
      where hospital_id = ${hospital_id} and facility_id = ${facility_id} and status = 'WAITING'
      and department = ${department}
      and (clinician_id is null or clinician_id = ${clinician_id ?? ''})
      and (earliest_on is null or earliest_on <= ${day})
      and (latest_on is null or latest_on >= ${day})
      order by priority, created_at, id limit ${looked_at_most}`,
  )
  const zone = await zoneOf(caller, facility_id)
  const part = timeIn(zone, new Date(start)) < '12:00' ? 'MORNING' : 'AFTERNOON'
  return found.filter(
    (one) =>
      takes(schedule, one.kind) &&
      (one.weekdays === null || one.weekdays.includes(weekday(day))) &&
      (one.part_of_day === null || one.part_of_day === part),
  )
}

export async function offer(caller: Caller, entry: Entry, place: Place): Promise<void> {
  const { hospital_id } = caller
  const status = waitlist_life.move('offer', entry.status, nameOf(entry))
  const { waitlist_offer_minutes } = await settingsOf(caller)
  const until = earlier(instantIn(minutes(waitlist_offer_minutes)), place.start)
  await appointment_waitlist.change(
    { hospital_id, id: entry.id },
    {
      status,
      offer_schedule_id: place.session.schedule.id,
      offer_start: place.start,
      offer_end: place.end,
      offer_day: place.session.day,
      offer_until: until,
      offers_made: entry.offers_made + 1,
    },
  )
  noteEntry(caller, 'offer', entry, status)
  const zone = await zoneOf(caller, entry.facility_id)
  await messagePatient(caller, {
    patient_id: entry.patient_id,
    template: 'WAITLIST_OFFER',
    data: {
      date: dateOf(zone, place.start),
      time: timeOf(zone, place.start),
      until: timeOf(zone, until),
    },
    entity: { type: 'appointment_waitlist', id: entry.id },
    not_after: until,
  })
}

const earlier = (a: string, b: string): string => (a < b ? a : b)

export const nameOf = ({ department }: Entry): string => `for ${department}`

export const no_offer = {
  offer_schedule_id: null,
  offer_start: null,
  offer_end: null,
  offer_day: null,
  offer_until: null,
} as const

export function noteEntry(
  caller: Caller,
  verb: string,
  entry: Entry,
  to_state: Entry['status'],
  reason?: string | null,
): void {
  record(caller, `appointment_waitlist.${verb}`, {
    entity_type: 'appointment_waitlist',
    entity_id: entry.id,
    entity_label: entry.department,
    patient_id: entry.patient_id,
    from_state: entry.status,
    to_state,
    reason,
  })
}

/** Offers nobody answered go on to the next; entries whose last day is over end. */
export const lapseOffers = (caller: Caller, most = 50): Promise<number> =>
  within(async () => {
    const { hospital_id } = caller
    const late = await appointment_waitlist.read(
      sql`select ${appointment_waitlist.selection()} from appointment_waitlist
        where hospital_id = ${hospital_id} and status = 'OFFERED'
        and offer_until <= ${clock.instant()} order by offer_until, id limit ${most}`,
    )
    for (const entry of late) {
      const status = waitlist_life.move('lapse', entry.status, nameOf(entry))
      await appointment_waitlist.change(
        { hospital_id, id: entry.id, status: 'OFFERED' },
        { status, ...no_offer },
      )
      noteEntry(caller, 'lapse', entry, status)
      const { offer_schedule_id, offer_start } = entry
      if (offer_schedule_id !== null && offer_start !== null) {
        await offerPlace(caller, offer_schedule_id, offer_start, [entry.id])
      }
    }
    return late.length
  }, 'jobs')

export const expireEntries = (caller: Caller, today: string, most = 200): Promise<number> =>
  within(async () => {
    const { hospital_id } = caller
    const over = await appointment_waitlist.read(
      sql`select ${appointment_waitlist.selection()} from appointment_waitlist
        where hospital_id = ${hospital_id} and status${oneOf(['WAITING', 'OFFERED'])}
        and latest_on < ${today} order by latest_on, id limit ${most}`,
    )
    for (const entry of over) {
      const status = waitlist_life.move('expire', entry.status, nameOf(entry))
      await appointment_waitlist.change({ hospital_id, id: entry.id }, { status, ...no_offer })
      noteEntry(caller, 'expire', entry, status)
    }
    return over.length
  }, 'jobs')
