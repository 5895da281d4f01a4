// Clocking in and out at the workstation (HR-50 to HR-52, HR-60).

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, instantIn, minutes, timeIn } from '../../../../core/clock.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { record } from '../../../office/audit/record.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { ownStaffId } from '../records/scope.ts'
import { staffRecord, type StaffRow } from '../records/rows.ts'
import { settingsOf } from '../settings/settings.ts'
import { type AttendanceRow, measure, shiftNear, shiftOf } from './rows.ts'
import type { ClockInput, Clocked } from './shapes.ts'
import { attendance } from './tables.ts'

const longest = 16 * 60

export async function clocked(caller: Caller, input: ClockInput): Promise<Clocked> {
  const settings = await settingsOf(caller)
  if (settings.clock_device_required && caller.device_id === null) {
    throw new Refusal(403, 'device', 'Clocking is done at an activated workstation.')
  }
  const person = await whoClocks(caller)
  const facility_id = await actingBranch(caller)
  if (!person.facility_ids.includes(facility_id)) {
    throw new Refusal(403, 'facility', 'You do not work at the branch of this workstation.')
  }
  const { hospital_id } = caller
  const open = await attendance.find({
    hospital_id,
    staff_id: person.id,
    clock_out_at: null,
    status: ['PRESENT', 'LATE'],
  })
  const zone = await zoneOf(caller, facility_id)
  const since = open === undefined ? 0 : (clock.ms() - Date.parse(open.clock_in_at)) / minutes(1)
  const running = open !== undefined && since < longest ? open : undefined
  const direction = input.direction ?? (running === undefined ? 'IN' : 'OUT')
  if (direction === 'OUT') return goes(caller, person, running, since)
  if (running !== undefined) {
    const time = timeIn(zone, new Date(running.clock_in_at))
    throw conflict(`You clocked in at ${time}.`, 'clocked_in')
  }
  if (open !== undefined) await giveUp(caller, open)
  return comes(caller, person, facility_id, zone)
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

/** Whoever never clocked out left a day that somebody has to set right. */
async function giveUp({ hospital_id }: Caller, { id }: AttendanceRow): Promise<void> {
  await attendance.change({ hospital_id, id }, { status: 'INCOMPLETE' })
}

async function comes(
  caller: Caller,
  person: StaffRow,
  facility_id: string,
  zone: string,
): Promise<Clocked> {
  const { clock_early_minutes } = await settingsOf(caller)
  const at = clock.instant()
  const from = instantIn(minutes(clock_early_minutes))
  const shift = await shiftNear(caller, person.id, { from, at })
  const times = { clock_in_at: at, clock_out_at: null }
  const made = await attendance.insert({
    hospital_id: caller.hospital_id,
    staff_id: person.id,
    facility_id,
    department: shift?.department ?? person.department,
    date: shift?.date ?? dayIn(zone),
    shift_id: shift?.id ?? null,
    shift_code: shift?.code ?? null,
    source: 'DEVICE',
    device_in: caller.device_id,
    ...times,
    ...(await measure(caller, times, facility_id, shift)),
  })
  return said(caller, person, made, 'IN', at, zone)
}

async function goes(
  caller: Caller,
  person: StaffRow,
  running: AttendanceRow | undefined,
  since: number,
): Promise<Clocked> {
  if (running === undefined) throw conflict('You have not clocked in.', 'not_clocked_in')
  if (since < 1) throw conflict('You clocked in a moment ago.', 'clocked_in')
  const at = clock.instant()
  const times = { clock_in_at: running.clock_in_at, clock_out_at: at }
  const { facility_id, id } = running
  const shift = await shiftOf(caller, running.shift_id)
  const changes = {
    clock_out_at: at,
    device_out: caller.device_id,
    ...(await measure(caller, times, facility_id, shift)),
  }
  await attendance.change({ hospital_id: caller.hospital_id, id }, changes)
  const zone = await zoneOf(caller, facility_id)
  return said(caller, person, { ...running, ...changes }, 'OUT', at, zone)
}

function said(
  caller: Caller,
  { full_name: name }: StaffRow,
  { id, shift_code, minutes_late }: AttendanceRow,
  direction: 'IN' | 'OUT',
  at: string,
  zone: string,
): Clocked {
  record(caller, direction === 'IN' ? 'attendance.in' : 'attendance.out', {
    entity_type: 'attendance',
    entity_id: id,
    entity_label: name,
  })
  const time = timeIn(zone, new Date(at))
  const late = direction === 'IN' && minutes_late > 0 ? `, ${minutes_late} minutes late` : ''
  const message = `${name}: ${direction === 'IN' ? 'in' : 'out'} at ${time}${late}.`
  return { attendance_id: id, name, direction, at, shift: shift_code, minutes_late, message }
}
