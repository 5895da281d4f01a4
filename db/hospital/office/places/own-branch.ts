// Records of modules are read from every branch that runs the module, and changed at their own (MOD-2).

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { facilityRecord } from './facilities.ts'

/** Whoever acts for the whole hospital acts at every branch. */
export async function mustBeHere(
  caller: Caller,
  facility_id: string,
  thing: string,
): Promise<void> {
  if (caller.facility_id === null || caller.facility_id === facility_id) return
  const { name } = await facilityRecord.get(caller, facility_id)
  throw conflict(`This ${thing} belongs to ${name}: choose that branch to change it.`)
}
