// Clocking in and out at the workstation (HR-50 to HR-53, HR-60).

import type { Caller } from '../../../../core/caller.ts'
import { clock, minutes } from '../../../../core/clock.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import type { Of } from '../../../../store/record-of.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { ownStaffId } from '../records/scope.ts'
import { staffRecord, type StaffRow } from '../records/rows.ts'
import { settingsOf } from '../settings/settings.ts'
import { keptOffline } from './offline.ts'
import type { ClockInput, Clocked } from './shapes.ts'
import { type Begun, clockedInAt, comes, goes, longest_m } from './stamping.ts'
import { attendance } from './tables.ts'

export async function clocked(caller: Caller, input: ClockInput): Promise<Clocked> {
  const { clock_device_required } = await settingsOf(caller)
  const is_kept = input.offline_id !== undefined || input.device_time !== undefined
  // Of a browser of one's own nobody knows what its clock was set to.
  if ((clock_device_required || is_kept) && caller.device_id === null) {
    throw new Refusal(403, 'device', 'Clocking is done at an activated workstation.')
  }
  const person = await whoClocks(caller)
  const facility_id = await actingBranch(caller)
  if (!person.facility_ids.includes(facility_id)) {
    throw new Refusal(403, 'facility', 'You do not work at the branch of this workstation.')
  }
  if (is_kept) return keptOffline(caller, person, facility_id, input)
  const open = await openDay(caller, person.id)
  const since = open === undefined ? 0 : (clock.ms() - Date.parse(open.clock_in_at)) / minutes(1)
  const running = open !== undefined && since < longest_m ? open : undefined
  const direction = input.direction ?? (running === undefined ? 'IN' : 'OUT')
  const now = { at: clock.instant(), offline_id: null, waits: false }
  if (direction === 'OUT') return goes(caller, person, running, now)
  if (running !== undefined) {
    throw clockedInAt(await zoneOf(caller, facility_id), running.clock_in_at)
  }
  if (open !== undefined) await giveUp(caller, open)
  return comes(caller, person, facility_id, now)
}

/** Two of one person wait for each other here. */
async function whoClocks(caller: Caller): Promise<StaffRow> {
  const own = await ownStaffId(caller)
  if (own === null) {
    throw conflict('Your account has no staff record: ask HR to link it.', 'no_staff_record')
  }
  const person = await staffRecord.locked(caller, own)
  if (person.status === 'EXITED') throw conflict('You have left.', 'state')
  return person
}

async function openDay({ hospital_id }: Of, staff_id: string): Promise<Begun | undefined> {
  const status = ['PRESENT', 'LATE'] as const
  const found = await attendance.find({ hospital_id, staff_id, clock_out_at: null, status })
  return found as Begun | undefined
}

/** Whoever never clocked out left a day that somebody has to set right. */
async function giveUp({ hospital_id }: Of, { id }: Begun): Promise<void> {
  await attendance.change({ hospital_id, id }, { status: 'INCOMPLETE' })
}
