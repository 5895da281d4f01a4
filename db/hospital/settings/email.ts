// The hospital's own mail server (platform 2.7).

import type { Caller } from '../../caller.ts'
import { email_settings } from './tables.ts'

/** Whether email leaves the house at all (PLT-66). */
export async function mailIsOn(caller: Pick<Caller, 'hospital_id'>): Promise<boolean> {
  const found = await email_settings.find({ hospital_id: caller.hospital_id })
  return found?.is_active === true
}
