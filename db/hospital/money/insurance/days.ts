// Days as people ask for them, as the instants at which they begin and end where the hospital is.

import type { Caller } from '../../../core/caller.ts'
import { edgesOf } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'

export async function dayStarts(
  caller: Pick<Caller, 'hospital_id'>,
  from: string | undefined,
  to: string | undefined,
): Promise<[string | undefined, string | undefined]> {
  const { timezone } = await hospitalOf(caller)
  const { since, before } = edgesOf(timezone, { from, to })
  return [since, before]
}
