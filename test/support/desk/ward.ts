// A ward of a few beds, and the people who work in it.

import { staffOf } from '../../../db/hospital/neighbours/people.ts'
import { newId } from '../../../db/core/ids.ts'
import { answering } from '../answers.ts'
import type { Answer, Data } from '../ask.ts'
import { boot, type House, type Tap } from '../boot.ts'
import type { Person } from '../people.ts'
import { priced } from '../money/prices.ts'
import { somebody } from './visits.ts'
import { digits } from '../named.ts'

export const done = async (asked: Promise<Answer>): Promise<Data> => {
  const { status, data, message } = await asked
  if (status >= 300) throw new Error(`${status} ${message}`)
  return data
}

export interface Ward {
  ward: Data
  room: Data
  bed_class: Data
  beds: Data[]
}

let count = 0

const beds_at_once = 100

/** A ward with a room and so many beds, numbered from 1. */
export async function wardOf(
  admin: Person,
  more: Record<string, unknown> = {},
  beds = 4,
): Promise<Ward> {
  count += 1
  const ward = await done(
    admin.post('/wards', {
      name: `Ward ${digits(count)}`,
      code: `W${count}`,
      kind: 'GENERAL',
      ...more,
    }),
  )
  const room = await done(admin.post('/rooms', { ward_id: ward.id, name: 'Hall' }))
  const bed_class = await done(
    admin.post('/bed-classes', { name: `Class ${digits(count)}`, code: `BED${count}` }),
  )
  const made: Data[] = []
  for (let from = 1; from <= beds; from += beds_at_once) {
    const to = Math.min(beds, from + beds_at_once - 1)
    const asked = { room_id: room.id, class_id: bed_class.id, from, to }
    made.push(...(await done(admin.post('/beds', asked))))
  }
  return { ward, room, bed_class, beds: made }
}

/** What every test of wards begins with. */
export async function wardHouse(t: Tap & { teardown(undo: () => void): void }) {
  const house = await boot(t)
  // The first class of beds of a house is BED1, whatever a file before this one made.
  count = 0
  const { people } = house
  const admin = await people.holding('ward:read', 'ward:write', 'tariff:write', 'bill:read')
  const charge = await people.with('nurse_in_charge')
  const nurse = await people.with('nurse')
  const doctor = await people.with('doctor')
  const cashier = await people.with('cashier')
  const clerk = await people.with('reception')
  const attending = newId()
  return {
    house,
    admin,
    charge,
    nurse,
    doctor,
    cashier,
    clerk,
    attending,
    ...staying({ nurse, charge, clerk, attending }),
  }
}

/** What a discharge waits for in the chart: a primary diagnosis and a summary, both signed. */
export async function charted(doctor: Person, { id, patient }: Data): Promise<void> {
  const record = { patient_id: patient.id, admission_id: id, sign: true }
  await done(doctor.post('/clinical/records', { ...record, code: 'B54', coding_system: 'ICD10' }))
  const summary = await done(doctor.post(`/admissions/${id}/summary`))
  await done(doctor.post(`/clinical/records/${summary.id}/sign`))
}

interface Hands {
  nurse: Person
  charge: Person
  clerk: Person
  attending: string
}

const staying = ({ nurse, charge, clerk, attending }: Hands) => ({
  /** Asked for, by somebody new where nobody is named. */
  async asked(more: Record<string, unknown> = {}, patient: Record<string, unknown> = {}) {
    const patient_id = more['patient_id'] ?? (await somebody(clerk, patient)).id
    return done(nurse.post('/admissions', { patient_id, reason: 'Malaria', ...more }))
  },
  /** In this bed. */
  async admitted(
    bed_id: string,
    more: Record<string, unknown> = {},
    patient: Record<string, unknown> = {},
  ) {
    const { id } = await this.asked(more, patient)
    return done(charge.post(`/admissions/${id}/admit`, { bed_id, attending_id: attending }))
  },
})

/** Prices of what a ward charges, in minor units. */
export const pricedBeds = (house: House, codes: Readonly<Record<string, number>>): Promise<void> =>
  priced(
    house,
    Object.entries(codes).map(([code, price]) => ({ code, name: code, category: 'Bed', price })),
  )

/** From here on staff records are kept, and these accounts have one each. */
export function staffKept(
  t: { teardown(undo: () => void): void },
  known: readonly Person[],
): Map<string, string> {
  const ids = new Map(known.map(({ user }) => [user.id, newId()]))
  answering(t, staffOf, async (caller, user_id) => {
    const staff_id = ids.get(user_id ?? caller.user_id ?? '')
    return staff_id === undefined
      ? null
      : { staff_id, name: caller.name, cadre: null, grade: null, national_id: null }
  })
  return ids
}
