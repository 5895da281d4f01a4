// An emergency room with its people: taken in, triaged, somebody known.

import { clock, minutes } from '../../../db/core/clock.ts'
import { boot, type Tap } from '../boot.ts'
import { pointIds, somebody } from './visits.ts'

/** Measures that trouble nobody. */
export const calm = {
  temperature: 36.8,
  systolic: 120,
  diastolic: 78,
  heart_rate: 72,
  respiratory_rate: 14,
  oxygen_saturation: 98,
  oxygen_delivery: 'ROOM_AIR',
  consciousness: 'ALERT',
  mobility: 'WALKING',
  trauma: false,
}

export async function emergencyRoom(t: Tap) {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const doctor = await people.with('clinician')
  const points = await pointIds(clerk)
  const adult = { birth_date: '1980-01-01' }

  let labels = 0
  const taken = async (more: Record<string, unknown> = {}) => {
    const made = await nurse.post('/emergencies', {
      unknown_label: `Label ${(labels += 1)}`,
      ...more,
    })
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }
  const triaged = async (triage_category: number, more: Record<string, unknown> = {}) => {
    const one = await taken(more)
    const done = await nurse.post(`/emergencies/${one.id}/triage`, { triage_category })
    if (done.status !== 200) throw new Error(done.message)
    return done.data
  }
  const known = async () => {
    const patient = await somebody(clerk, adult)
    return taken({ patient_id: patient.id, unknown_label: undefined })
  }
  /** So many minutes from now; null for no target. */
  const after = (m: number | null) =>
    m === null ? null : new Date(clock.ms() + minutes(m)).toISOString()

  return { house, people, clerk, nurse, doctor, points, adult, taken, triaged, known, after }
}
