// Somebody gives notice, takes it back, or is gone (people 3.1): what an exit does to the record.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { disableUser, enableUser } from '../../../office/access/users/moves.ts'
import { accountsOf } from '../../../office/access/users/staff-link.ts'
import { cancelAfter } from '../leave/decisions.ts'
import { freeShifts } from '../rosters/free.ts'
import { posted } from './postings.ts'
import { staffRecord, type StaffRow } from './rows.ts'
import type { StaffState } from './words.ts'

/** Locked: whoever gives notice waits here for a suspension that is being written. */
export async function giveNotice(
  caller: Caller,
  before: StaffRow,
  { leaves_on, reason }: { leaves_on: string; reason: string },
): Promise<StaffRow> {
  return staffRecord.moved(caller, before, 'give notice', { leaves_on }, reason)
}

/** Who was suspended meanwhile comes back to what stood before the notice. */
export async function backFromNotice(
  caller: Caller,
  staff_id: string,
  { status, reason, account }: { status: StaffState; reason: string; account: boolean },
): Promise<StaffRow> {
  const before = await staffRecord.locked(caller, staff_id)
  const row =
    before.status === 'SUSPENDED'
      ? await staffRecord.changed(
          caller,
          before,
          'withdraw notice',
          { leaves_on: null, status_before: status },
          reason,
        )
      : await staffRecord.moved(
          caller,
          before,
          'withdraw notice',
          { status, leaves_on: null },
          reason,
        )
  const held = (await accountsOf(caller, [staff_id])).get(staff_id)
  if (account && held !== undefined) await enableUser(unversioned(caller), held.user_id)
  return row
}

/** The account is shut, what was planned after the last day is free, what was asked for is off. */
export async function leave(
  caller: Caller,
  staff_id: string,
  {
    exited_on,
    rehire_ok,
    reason,
  }: { exited_on: string; rehire_ok: boolean | null; reason: string },
): Promise<StaffRow> {
  const before = await staffRecord.locked(caller, staff_id)
  const changes = { exited_on, rehire_ok, leaves_on: null, status_before: null }
  const row = await staffRecord.moved(caller, before, 'exit', changes, reason)
  await posted(caller, row, { kind: 'EXIT', effective_on: exited_on, reason })
  await freeShifts(caller, staff_id, { from: nextDay(exited_on) })
  await cancelAfter(caller, staff_id, exited_on)
  await shutAccount(caller, staff_id, 'Left the hospital')
  return row
}

/** Whether there was one to be shut. */
export async function shutAccount(
  caller: Caller,
  staff_id: string,
  reason: string,
): Promise<boolean> {
  const account = (await accountsOf(caller, [staff_id])).get(staff_id)
  if (account === undefined || account.status === 'SUSPENDED') return false
  await disableUser(unversioned(caller), account.user_id, reason)
  return true
}

/** The version that was seen is the staff record's, not the account's. */
const unversioned = (caller: Caller): Caller => ({ ...caller, expected_version: null })
