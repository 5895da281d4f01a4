// Appointments around the end of the story: who was expected in the last weeks and who came, and
// who is expected in the next.

import type { Caller } from '../../../core/caller.ts'
import type { NewRow } from '../../../store/table.ts'
import { appointment_history, appointments } from '../../desk/appointments/tables.ts'
import { referencesOn } from '../../office/sequences/many.ts'
import type { Coming, Place } from './attendances.ts'
import { type Chance, chanceOf } from './chance.ts'
import { day_ms } from './days.ts'

type Booking = NewRow<(typeof appointments)['columns']>
type History = NewRow<(typeof appointment_history)['columns']>

const weeks_ms = 28 * day_ms
const clinics = ['Outpatient clinic', 'Antenatal clinic', 'Diabetes clinic', 'Eye clinic'] as const

/** One in eight of those who came in the last four weeks is expected again. */
export async function bookings(
  caller: Caller,
  place: Place,
  came: readonly Coming[],
  until: string,
  seed: number,
): Promise<number> {
  const end = Date.parse(`${until}T00:00:00Z`) + day_ms - place.offset_ms
  const chance = chanceOf(seed, 3)
  const made = came
    .filter(({ at_ms }) => at_ms > end - weeks_ms && chance.happens(0.125))
    .map((coming) => booking(chance, place, coming, end))
  const numbers = await referencesOn(
    caller,
    'appointment',
    made.map(({ local_day }) => local_day),
  )
  const rows = made.map((one, index) => ({ ...one, number: numbers[index] as string }))
  await appointments.insertMany(rows)
  await appointment_history.insertMany(rows.map((one) => booked(chance, one)))
  return made.length
}

/** In whole quarters of an hour, between eight and three, not on a Sunday. */
function booking(chance: Chance, place: Place, coming: Coming, end: number): Booking {
  const local_midnight = Math.floor((coming.at_ms + place.offset_ms) / day_ms) * day_ms
  let day = local_midnight + chance.whole(3, 42) * day_ms
  if (new Date(day).getUTCDay() === 0) day += day_ms
  const at = day + (8 * 4 + chance.whole(0, 27)) * 900_000 - place.offset_ms
  const is_over = at < end
  const status = is_over
    ? chance.weighed([
        ['COMPLETED', 74],
        ['NO_SHOW', 20],
        ['CANCELLED', 6],
      ] as const)
    : chance.weighed([
        ['BOOKED', 70],
        ['CONFIRMED', 30],
      ] as const)
  const booked_at = new Date(coming.at_ms + 7_200_000).toISOString()
  return {
    id: chance.idAt(coming.at_ms),
    hospital_id: place.hospital_id,
    facility_id: place.facility_id,
    number: '',
    patient_id: coming.patient_id,
    status,
    scheduled_for: new Date(at).toISOString(),
    end_at: new Date(at + 900_000).toISOString(),
    local_day: new Date(day).toISOString().slice(0, 10),
    kind: chance.happens(0.8) ? 'FOLLOW_UP' : 'REVIEW',
    department: chance.one(clinics),
    channel: 'DESK',
    remind: false,
    confirmed_at: status === 'CONFIRMED' ? booked_at : null,
    cancelled_by: status === 'CANCELLED' ? 'PATIENT' : null,
    cancel_reason: status === 'CANCELLED' ? 'Cannot travel that day' : null,
    booked_by: 'Kituo demo',
    created_at: booked_at,
    updated_at: booked_at,
  }
}

function booked(chance: Chance, one: Booking): History {
  return {
    id: chance.idAt(Date.parse(one.created_at ?? one.scheduled_for)),
    hospital_id: one.hospital_id,
    appointment_id: one.id as string,
    move: 'book',
    from_state: null,
    to_state: one.status,
    by_name: 'Kituo demo',
    at: one.created_at ?? one.scheduled_for,
  }
}
