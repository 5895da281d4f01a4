// A hospital as messaging must know it.

import type { HospitalFacts } from '../../../messaging/messages/hospital.ts'
import type { Hospital } from './hospitals.ts'

export const factsFor = (hospital: Hospital): HospitalFacts => ({
  id: hospital.id,
  name: hospital.name,
  time_zone: hospital.timezone,
  email: hospital.support_email,
  phone: hospital.support_phone,
})
