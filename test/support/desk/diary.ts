// A diary with its desk: patients, doctors with a clinic, bookings. Who sits there changes with the
// time of day, because a session lasts a quarter of an hour.

import { clock } from '../../../db/core/clock.ts'
import { boot, type Tap } from '../boot.ts'
import { clinician, department, weekdaysAt } from './clinic.ts'
import type { Person } from '../people.ts'

export const now = '2026-03-10T05:00:00.000Z'

export async function diary(t: Tap) {
  const house = await boot(t)
  const { people, system, facility_id } = house
  clock.freeze(now)
  await department(house, 'OPD')
  await department(house, 'DENTAL')
  let on_duty = { manager: await people.with('manager'), desk: await people.with('reception') }
  const manager = whoever(() => on_duty.manager)
  const desk = whoever(() => on_duty.desk)
  /** A session lasts a quarter of an hour: who works at another time has signed in anew. */
  const at = async (instant: string): Promise<void> => {
    clock.freeze(instant)
    on_duty = { manager: await people.with('manager'), desk: await people.with('reception') }
  }
  let count = 0
  const patient = async (more: Record<string, unknown> = {}) => {
    count += 1
    const letters = [...String(count)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const made = await desk.post('/patients', {
      first_name: `Rehema${letters}`,
      last_name: `Moshi${letters}`,
      sex: 'Female',
      birth_date: `19${50 + (count % 49)}-0${(count % 9) + 1}-11`,
      phone: `07128${String(count).padStart(5, '0')}`,
      language: 'en',
      ...more,
    })
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }
  const doctorWith = async (more: Record<string, unknown> = {}, name = 'Dr Amina Said') => {
    const id = await clinician(house, name)
    const made = await weekdaysAt(manager, id, more)
    if (made.status !== 201) throw new Error(made.message)
    return { id, schedule_id: made.data.id as string }
  }
  const book = (patient_id: string, scheduled_for: string, more = {}) =>
    desk.post('/appointments', { patient_id, scheduled_for, ...more })

  return { house, people, system, facility_id, manager, desk, at, patient, doctorWith, book }
}

/** The person who sits there just now. */
const whoever = (now_there: () => Person): Person =>
  new Proxy({} as Person, { get: (_, word) => now_there()[word as keyof Person] })
