// Whose shift it is, and who may see or move that of another.

import { type Caller, can } from '../../../core/caller.ts'
import { notPermitted } from '../../../core/refusal.ts'
import type { ShiftRow } from './rows.ts'

export const isOwn = ({ user_id }: Caller, shift: ShiftRow): boolean =>
  user_id !== null && shift.user_id === user_id

export function ownOf(caller: Caller, shift: ShiftRow): void {
  if (!isOwn(caller, shift)) throw notPermitted('shift:supervise')
}

export function mayRead(caller: Caller, shift: ShiftRow): void {
  if (!isOwn(caller, shift) && !can(caller, 'shift:read')) throw notPermitted('shift:read')
}
