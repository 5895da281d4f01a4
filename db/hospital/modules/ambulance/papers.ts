// What stands on the sheet of a trip: who was carried, when and how far, and to whom they were handed over.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { requestsOn } from './advancing.ts'
import { tripRecord } from './trip-record.ts'
import { tripShown } from './view.ts'

export async function tripOnPaper(caller: Caller, id: string, asked?: Language) {
  const row = await tripRecord.get(caller, id)
  const trip = await tripShown(caller, row)
  const requests = await requestsOn(caller, row)
  return {
    facility_id: row.facility_id,
    language: asked ?? (await hospitalOf(caller)).language,
    reference: row.number,
    call_sign: row.call_sign,
    crew: [row.crew.driver, ...row.crew.attendants].flatMap((one) => one?.name ?? []),
    requests: requests.map(({ number, pickup, destination }) => ({
      number,
      from: pickup.text ?? pickup.landmark,
      to: destination?.text ?? null,
    })),
    milestones: trip.milestones.map(({ milestone, at, odometer }) => ({ milestone, at, odometer })),
    patients: trip.patients.map(({ ref, patient, name, age }) => ({
      ref,
      name: patient?.full_name ?? name,
      number: patient?.number ?? null,
      age: age ?? null,
    })),
    hand_overs: trip.hand_overs,
    start_km: row.start_km,
    end_km: row.end_km,
    distance_km: row.distance_km,
    estimated: row.estimated,
    outcome: row.outcome,
    at: row.created_at,
    printed: { at: clock.instant(), by: caller.name },
  }
}
