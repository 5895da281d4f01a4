// What keeps an account out although its password is right (PLT-20), in its order.

import { dayIn } from '../../../../core/clock.ts'
import { byId } from '../../hospitals/hospitals.ts'
import { openFacilities, type User } from '../callers.ts'

export async function shutFor(user: User): Promise<string | null> {
  const hospital = await byId(user.hospital_id)
  if (user.status === 'SUSPENDED') return 'This account is suspended. Ask your administrator.'
  if (user.valid_until !== null && user.valid_until < dayIn(hospital.timezone)) {
    return `This account ended on ${user.valid_until}. Ask your administrator.`
  }
  if (user.kind === 'STAFF' && (await openFacilities(user)).length === 0) {
    return 'Your account has no open branch. Ask your administrator.'
  }
  return hospital.status === 'SUSPENDED' || hospital.status === 'CLOSED'
    ? "This hospital's service is suspended."
    : null
}
