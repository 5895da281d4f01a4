// Whose shift it is, who may see or move that of another, and where (PLT-12).

import { type Caller, can } from '../../../core/caller.ts'
import { conflict, noSuch, notPermitted } from '../../../core/refusal.ts'
import { facilityRecord } from '../../office/places/facilities.ts'
import type { ShiftRow } from './rows.ts'

export const isOwn = ({ user_id }: Caller, shift: ShiftRow): boolean =>
  user_id !== null && shift.user_id === user_id

export function ownOf(caller: Caller, shift: ShiftRow): void {
  if (!isOwn(caller, shift)) throw notPermitted('shift:supervise')
}

export function mayRead(caller: Caller, shift: ShiftRow): void {
  if (!isOwn(caller, shift) && !can(caller, 'shift:read')) throw notPermitted('shift:read')
}

/**
 * A drawer is opened and counted where one works and acts; of a branch where one does not work there is
 * none. Whoever acts nowhere acts at all of the branches they work at.
 */
export async function actsThere(
  caller: Caller,
  thing: 'drawer' | 'shift',
  { name, facility_id }: { name: string; facility_id: string },
): Promise<void> {
  if (caller.kind === 'SYSTEM') return
  const works = caller.facility_ids.includes(facility_id) || can(caller, 'facility:all')
  if (!works) throw noSuch(thing)
  if (caller.facility_id === null || caller.facility_id === facility_id) return
  const { name: branch } = await facilityRecord.get(caller, facility_id)
  throw conflict(`${name} is at ${branch}: act there first.`, 'facility')
}

/** Of another's shift: whoever sits at a drawer takes it along wherever they act. */
export async function supervises(caller: Caller, shift: ShiftRow): Promise<void> {
  if (isOwn(caller, shift)) return
  await actsThere(caller, 'shift', { name: shift.number, facility_id: shift.facility_id })
}
