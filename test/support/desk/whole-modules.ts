// What the parts that a branch switches on hang on a patient: a body in the mortuary, an ambulance and its trip.

import { clock } from '../../../db/core/clock.ts'
import { ambulance_trips } from '../../../db/hospital/modules/ambulance/tables.ts'
import { within } from '../../../db/store/connection.ts'
import type { Answer, Data } from '../ask.ts'
import type { House } from '../boot.ts'
import type { Person } from '../people.ts'

const made = async (asked: Promise<Answer>): Promise<Data> => {
  const { status, data, message } = await asked
  if (status >= 300) throw new Error(`${status} ${message}`)
  return data
}

let count = 0

export async function inTheModules(
  house: House,
  hands: Person,
  patient_id: string,
  word: string,
): Promise<Record<string, string>> {
  count += 1
  const body = await made(
    hands.post('/bodies', {
      source: 'WARD',
      patient_id,
      kind: 'BODY_PART',
      part: word,
      marks: word,
    }),
  )
  const request = await made(
    hands.post('/ambulance-requests', {
      kind: 'HOME',
      channel: 'WARD',
      priority: 3,
      patient_id,
      pickup: { text: 'Market' },
      destination: { text: 'Here' },
      note: word,
      not_duplicate: true,
    }),
  )
  const vehicle = await made(
    hands.post('/ambulance-vehicles', {
      call_sign: `W-${count}`,
      plate: `W ${count}`,
      kind: 'BASIC',
    }),
  )
  const trip = await within(() =>
    ambulance_trips.insert({
      hospital_id: house.hospital.id,
      facility_id: house.facility_id,
      number: `TP-W-${count}`,
      status: 'DISPATCHED',
      vehicle_id: vehicle.id,
      call_sign: vehicle.call_sign,
      crew: { driver: null, attendants: [], from: clock.instant(), until: null },
      request_ids: [request.id],
      priority: 3,
      milestones: [],
      patients: [
        {
          ref: '1',
          request_id: request.id,
          patient_id,
          name: null,
          sex: null,
          age: null,
          handed_over: null,
        },
      ],
      called_at: clock.instant(),
      created_by_name: 'Person',
    }),
  )
  return {
    bodies: body.id,
    'ambulance-requests': request.id,
    'ambulance-trips': trip.id,
    'ambulance-vehicles': vehicle.id,
  }
}
