// A trip and its life (C.3).

import { life } from '../../../core/states.ts'
import { conflict } from '../../../core/refusal.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import type { RowOf } from '../../../store/table.ts'
import type { Caller } from '../../../core/caller.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { ambulance_trip_moves, ambulance_trips } from './tables.ts'
import { trip_over, trip_states } from './words.ts'

export type Trip = RowOf<(typeof ambulance_trips)['columns']>

const trip_life = life('trip', trip_states, {
  EN_ROUTE: { from: ['DISPATCHED'], to: 'EN_ROUTE' },
  ON_SCENE: { from: ['EN_ROUTE'], to: 'ON_SCENE' },
  WITH_PATIENT: { from: ['ON_SCENE'], to: 'WITH_PATIENT' },
  TO_DESTINATION: { from: ['WITH_PATIENT'], to: 'TO_DESTINATION' },
  AT_DESTINATION: { from: ['TO_DESTINATION'], to: 'AT_DESTINATION' },
  HANDED_OVER: { from: ['AT_DESTINATION', 'WITH_PATIENT'], to: 'HANDED_OVER' },
  RETURNING: { from: ['HANDED_OVER', 'ON_SCENE', 'AT_DESTINATION'], to: 'RETURNING' },
  COMPLETED: { from: ['HANDED_OVER', 'RETURNING'], to: 'COMPLETED' },
  ABORTED: { from: ['DISPATCHED', 'EN_ROUTE', 'ON_SCENE'], to: 'ABORTED' },
})

export const tripRecord = recordWithLife(ambulance_trips, {
  type: 'ambulance_trip',
  life: trip_life,
  called: ({ number }) => number,
  history: historyIn(ambulance_trip_moves),
  sequence: 'ambulance_trip',
  patient: ({ patients }) => patients[0]?.patient_id ?? null,
  clash,
})

/** Two dispatchers at once: the other one won (AMB-4). */
async function clash({ hospital_id }: Caller, error: unknown, wanted: Trip): Promise<unknown> {
  if (!isTaken(error, 'vehicle_id')) return error
  const other = await ambulance_trips.find({
    hospital_id,
    vehicle_id: wanted.vehicle_id,
    status: trip_states.filter((state) => !trip_over.includes(state)),
  })
  return conflict(`${wanted.call_sign} is on ${other?.number ?? 'another trip'}.`, 'on_trip')
}
