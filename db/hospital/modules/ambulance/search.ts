import { byNumber } from '../parts/by-number.ts'
import { ambulance_trips } from './tables.ts'

export const searches = [
  byNumber({
    permission: 'ambulance:read',
    module: 'ambulance',
    type: 'ambulance_trip',
    called: 'Trip of an ambulance',
    path: '/ambulance-trips',
    find: async ({ hospital_id }, number, limit) => {
      const found = await ambulance_trips.all({ hospital_id, number }, { limit })
      return found.map((one) => ({ ...one, patient_id: null }))
    },
  }),
]
