// Ambulances at every step, for sweeps over their routes: one is free, one has been sent, one has arrived.

import type { Data } from '../ask.ts'
import type { House } from '../boot.ts'
import { critical_items } from './dispatch.ts'
import { rows } from '../../../db/store/connection.ts'
import { sql } from '../../../db/store/sql.ts'
import { done } from './ward.ts'

export async function ambulancesOut({
  hospital,
  people,
  facility_id,
}: House): Promise<{ ambulance: string }> {
  const admin = await people.holding('ambulance:manage', 'ambulance:read', 'module:manage')
  const guide = await people.holding('ambulance:assign', 'ambulance:manage', 'ambulance:read')
  const crew = await people.with('ambulance_crew')
  const clerk = await people.with('reception')
  await admin.post(`/facilities/${facility_id}/modules/ambulance/switch-on`)
  const drivers = await rows<{ id: string }>(
    sql`select id from staff where hospital_id = ${hospital.id} order by id limit 3`,
  )
  const ready = async (call_sign: string): Promise<Data> => {
    const vehicle = { call_sign, plate: call_sign, kind: 'BASIC', odometer: 100 }
    const { id } = await done(admin.post('/ambulance-vehicles', vehicle))
    const items = critical_items.map((key) => ({ key, result: 'OK' }))
    await done(
      crew.post(`/ambulance-vehicles/${id}/checks`, { odometer: 100, fuel_level: 'FULL', items }),
    )
    const driver_id = drivers.pop()?.id
    return done(crew.put(`/ambulance-vehicles/${id}/crew`, { driver_id }))
  }
  const asked = (at: string): Promise<Data> =>
    done(
      clerk.post('/ambulance-requests', {
        kind: 'EMERGENCY_CALL',
        channel: 'WALK_IN',
        priority: 3,
        pickup: { text: at },
        not_duplicate: true,
      }),
    )
  const sent = async (call_sign: string): Promise<Data> => {
    const vehicle = await ready(call_sign)
    const request = await asked(`Market, ${call_sign}`)
    return done(
      guide.post(`/ambulance-requests/${request.id}/dispatch`, {
        vehicle_id: vehicle.id,
        overrides: [{ gate: 'AMB_CREW', reason_code: 'NO_OTHER_VEHICLE' }],
      }),
    )
  }
  await sent('S-1')
  const there = await sent('S-2')
  const way = ['EN_ROUTE', 'ON_SCENE', 'WITH_PATIENT', 'TO_DESTINATION', 'AT_DESTINATION']
  for (const milestone of way)
    await done(crew.post(`/ambulance-trips/${there.id}/advance`, { milestone, odometer: 130 }))
  await asked('Bus stand')
  return { ambulance: (await ready('S-3')).id }
}
