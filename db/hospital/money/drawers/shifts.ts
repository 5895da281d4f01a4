// Opening a drawer, beginning to count it, going back (3.7).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { conflict, notPermitted } from '../../../core/refusal.ts'
import { can } from '../../../core/caller.ts'
import { lockHead } from '../accounting/posting/post.ts'
import { purseOf } from '../accounting/purse.ts'
import { readCount } from './counting.ts'
import { postDifference } from './differences.ts'
import { type DrawerRow, drawerRecord, liveShift, shiftRecord, type ShiftRow } from './rows.ts'
import type { OpenInput } from './shapes.ts'
import { drawers, float_transfers, shifts } from './tables.ts'
import { live_states } from './words.ts'
import { actsThere, ownOf, supervises } from './whose.ts'

export async function open(caller: Caller, input: OpenInput): Promise<ShiftRow> {
  const { user_id } = caller
  if (user_id === null) throw notPermitted('shift:open')
  const { pieces, total } = await readCount(caller, input.denominations, input.counted)
  const drawer = await drawerRecord.locked(caller, input.drawer_id)
  await actsThere(caller, 'drawer', drawer)
  await refuseTaken(caller, drawer)
  const reason = (input.reason ?? '').trim()
  if (total !== drawer.last_left && reason === '') {
    const { said } = await purseOf(caller)
    throw conflict(
      `${drawer.name} was left with ${said(drawer.last_left)}, you counted ${said(total)}: give a reason.`,
      'float',
    )
  }
  await lockHead(caller)
  const shift = await shiftRecord.created(
    caller,
    {
      id: newId(),
      facility_id: drawer.facility_id,
      drawer_id: drawer.id,
      drawer_name: drawer.name,
      user_id,
      user_name: caller.name,
      opened_at: clock.instant(),
      opening_float: total,
      opening_difference: total - drawer.last_left,
      denominations_open: pieces,
      cash: total,
    },
    'open',
    reason === '' ? null : reason,
  )
  await postDifference(caller, drawer, shift, 'open', shift.opening_difference)
  return shift
}

async function refuseTaken(caller: Caller, drawer: DrawerRow): Promise<void> {
  const { hospital_id } = caller
  const own = await liveShift(caller, caller.user_id, true)
  if (own !== undefined) throw conflict(`You already have shift ${own.number} open.`, 'shift')
  if (!drawer.active) throw conflict(`${drawer.name} is not active.`, 'drawer')
  const used = await shifts.find({ hospital_id, drawer_id: drawer.id, status: live_states })
  if (used !== undefined) throw conflict(`${drawer.name} is used by ${used.user_name}.`, 'in_use')
}

/** From here no money is taken or paid: what is counted must stand still. */
export async function count(caller: Caller, id: string): Promise<ShiftRow> {
  const shift = await shiftRecord.locked(caller, id)
  if (!can(caller, 'shift:supervise')) ownOf(caller, shift)
  await supervises(caller, shift)
  shiftRecord.check(shift, 'count')
  await refuseWaiting(caller, shift)
  return shiftRecord.moved(caller, shift, 'count')
}

/** BIL-96. The drop that a close made waits for its confirmation and stops nobody. */
export async function refuseWaiting(
  { hospital_id }: Caller,
  { drawer_id }: ShiftRow,
): Promise<void> {
  const waiting =
    (await float_transfers.find({
      hospital_id,
      status: 'PENDING',
      of_close: false,
      from_drawer_id: drawer_id,
    })) ?? (await float_transfers.find({ hospital_id, status: 'PENDING', to_drawer_id: drawer_id }))
  if (waiting !== undefined) {
    throw conflict(`Float ${waiting.number} is still waiting.`, 'float_waiting')
  }
}

export async function back(caller: Caller, id: string): Promise<ShiftRow> {
  const shift = await shiftRecord.locked(caller, id)
  ownOf(caller, shift)
  return shiftRecord.moved(caller, shift, 'back')
}

export const leave = ({ hospital_id }: Caller, drawer_id: string, changes: Partial<DrawerRow>) =>
  drawers.change({ hospital_id, id: drawer_id }, changes)

/** Whether somebody sits at a drawer: asked of anybody, at an exit and before an account is closed. */
export async function openShiftOf(
  caller: Pick<Caller, 'hospital_id'>,
  user_id: string,
): Promise<{ id: string; number: string; drawer: string; status: ShiftRow['status'] } | null> {
  const shift = await liveShift(caller, user_id)
  if (shift === undefined) return null
  const { id, number, drawer_name: drawer, status } = shift
  return { id, number, drawer, status }
}
