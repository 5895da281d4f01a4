// A record of another branch is read here and changed there (MOD-2).

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { facilityRecord } from '../../office/places/facilities.ts'

export async function mustBeHere(
  caller: Caller,
  thing: string,
  { facility_id }: { facility_id: string },
): Promise<void> {
  if (caller.facility_id === null || caller.facility_id === facility_id) return
  const { name } = await facilityRecord.get(caller, facility_id)
  throw conflict(
    `This ${thing} belongs to ${name}: choose that branch to change it.`,
    'other_branch',
  )
}
