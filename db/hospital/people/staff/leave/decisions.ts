// Deciding on leave, and taking it back (people 3.5, HR-77).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { daysBetween, inWords } from '../../../office/plans/days.ts'
import { notOneself } from '../records/moves.ts'
import { excusedBySickness } from '../attendance/missed.ts'
import { staffRecord } from '../records/rows.ts'
import { ownStaffId } from '../records/scope.ts'
import { shortWithout } from '../rosters/cover.ts'
import { freeShifts } from '../rosters/free.ts'
import { daysIn } from './days.ts'
import { holidaysBetween } from './holidays.ts'
import { get, leaveRecord, type LeaveRow, leftFor, refuseOverlap } from './requests.ts'
import type { ApproveLeave } from './shapes.ts'
import { leave_requests } from './tables.ts'
import { typeCalled } from './types.ts'

/** The person first: of one person's requests one is decided at a time. */
async function begun(
  caller: Caller,
  id: string,
  move: 'approve' | 'refuse' | 'cancel' | 'recall',
): Promise<LeaveRow> {
  const { staff_id } = await get(caller, id)
  await staffRecord.locked(caller, staff_id)
  return leaveRecord.begin(caller, id, move)
}

export async function approve(
  caller: Caller,
  id: string,
  { note = null, accept_short_reason = null }: ApproveLeave = {},
): Promise<LeaveRow> {
  const before = await begun(caller, id, 'approve')
  await notOneself(caller, before.staff_id, 'You cannot approve your own leave.')
  if (before.cover_staff_id !== null) {
    await notOneself(
      caller,
      before.cover_staff_id,
      'You cover this leave: somebody else must approve it.',
    )
  }
  const person = await staffRecord.get(caller, before.staff_id)
  await refuseOverlap(caller, person, before, id)
  const type = await typeCalled(caller, before.type_code)
  const balance = await leftFor(caller, person, type, before, before.half_day !== null)
  const changes = {
    decided_by_name: caller.name,
    decision_note: note || accept_short_reason || null,
    balance_before: balance,
    balance_after: balance === null ? null : balance - before.days,
  }
  const { staff_id, starts_on: from, ends_on: to } = before
  if (before.half_day !== null) return leaveRecord.moved(caller, before, 'approve', changes, note)
  if (!accept_short_reason) await refuseShort(caller, staff_id, { from, to })
  const shifts_freed = await freeShifts(caller, staff_id, { from, to })
  if (before.type_code.startsWith('SICK_')) await excusedBySickness(caller, before)
  const reason = note || accept_short_reason || null
  return leaveRecord.moved(caller, before, 'approve', { ...changes, shifts_freed }, reason)
}

/** HR-35: the shifts that would be free may still have enough people. */
async function refuseShort(
  caller: Caller,
  staff_id: string,
  days: { from: string; to: string },
): Promise<void> {
  const short = await shortWithout(caller, staff_id, days)
  if (short === null) return
  throw conflict(`${short} below minimum cover without them: give accept_short_reason.`, 'short')
}

export async function refuse(caller: Caller, id: string, note: string): Promise<LeaveRow> {
  const before = await begun(caller, id, 'refuse')
  await notOneself(caller, before.staff_id, 'You cannot decide on your own leave.')
  const changes = { decided_by_name: caller.name, decision_note: note }
  return leaveRecord.moved(caller, before, 'refuse', changes, note)
}

/** By HR for somebody else, or by who decides. */
export const cancel = async (caller: Caller, id: string, reason: string): Promise<LeaveRow> =>
  cancelled(caller, await begun(caller, id, 'cancel'), reason)

export async function cancelOwn(caller: Caller, id: string, reason: string): Promise<LeaveRow> {
  const before = await begun(caller, id, 'cancel')
  if ((await ownStaffId(caller)) !== before.staff_id) throw notPermitted('leave:write')
  return cancelled(caller, before, reason)
}

async function cancelled(caller: Caller, before: LeaveRow, reason: string): Promise<LeaveRow> {
  if (before.status === 'APPROVED' && before.starts_on <= (await today(caller))) {
    throw conflict(`${before.number} has begun: recall the person instead.`)
  }
  return leaveRecord.moved(
    caller,
    before,
    'cancel',
    { balance_after: before.balance_before },
    reason,
  )
}

/** Of who leaves: what begins after the last day is off (people 3.1). */
export async function cancelAfter(caller: Caller, staff_id: string, day: string): Promise<void> {
  const { hospital_id } = caller
  const open = await leave_requests.all(
    { hospital_id, staff_id, status: ['REQUESTED', 'APPROVED'] },
    { order: ['id'] },
  )
  for (const { id } of open.filter(({ starts_on }) => starts_on > day)) {
    const before = await leaveRecord.locked(caller, id)
    const changes = { balance_after: before.balance_before }
    await leaveRecord.moved(caller, before, 'cancel', changes, 'Left the hospital')
  }
}

/** No mother is called back before the sixth week after the birth. */
const rest_days = 42

export async function recall(
  caller: Caller,
  id: string,
  recalled_on: string,
  reason: string,
): Promise<LeaveRow> {
  const before = await begun(caller, id, 'recall')
  await notOneself(caller, before.staff_id, 'You cannot recall yourself.')
  const { starts_on, ends_on, event, type_code } = before
  if (recalled_on < starts_on || recalled_on > ends_on) {
    throw invalid('recalled_on', `must lie within the leave: ${starts_on} to ${ends_on}.`)
  }
  const born_on = event?.born_on ?? event?.due_on ?? null
  if (
    type_code === 'MATERNITY' &&
    born_on !== null &&
    daysBetween(born_on, recalled_on) < rest_days
  ) {
    const first = inWords(nextDay(born_on, rest_days))
    throw conflict(`Nobody is called back before the sixth week after the birth: from ${first}.`)
  }
  const type = await typeCalled(caller, type_code)
  const free = await holidaysBetween(caller, { from: starts_on, to: ends_on })
  const had = { starts_on, ends_on: nextDay(recalled_on, -1) }
  const days =
    had.ends_on < starts_on ? 0 : daysIn(had, type.basis, new Set(free.map(({ date }) => date)))
  const given_back =
    before.balance_after === null ? null : before.balance_after + before.days - days
  const changes = { recalled_on, days, return_on: recalled_on, balance_after: given_back }
  return leaveRecord.moved(caller, before, 'recall', changes, reason)
}
