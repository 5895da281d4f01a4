// A study has its time and its room (DIA-113, DIA-115), and gives them back.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, hours, minutes, timeIn } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { messagePatient } from '../../../neighbours/patient-messages.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { chargeMoves, heldItem, itemFollows } from '../../laboratory/orders/imaging.ts'
import { warnAtBooking } from '../safety/gates.ts'
import { type Room, roomHeld } from './rooms.ts'
import { type StudyRow, studyRecord } from './record.ts'
import type { ScheduleInput, UnscheduleInput } from './shapes.ts'

export interface Booked {
  study: StudyRow
  warnings: GateResult[]
}

export async function schedule(caller: Caller, id: string, input: ScheduleInput): Promise<Booked> {
  const held = await heldItem(caller, await studyRecord.get(caller, id))
  const before = await studyRecord.begin(caller, id, 'schedule')
  const starts = Date.parse(input.starts_at)
  if (starts < clock.ms()) throw invalid('starts_at', 'is in the past.')
  const duration_min = input.duration_min ?? before.duration_min
  const starts_at = new Date(starts).toISOString()
  const ends_at = new Date(starts + minutes(duration_min)).toISOString()
  const zone = await zoneOf(caller, before.facility_id)
  const room = await roomHeld(caller, input.room_id, before.facility_id)
  await mustBeFree(caller, before, room, { starts_at, ends_at }, zone)
  const warnings = await warnAtBooking(caller, before, input.overrides ?? [])
  const study = await studyRecord.moved(caller, before, 'schedule', {
    room_id: room.id,
    room: room.name,
    starts_at,
    ends_at,
    duration_min,
    schedule_note: input.note || null,
  })
  await itemFollows(caller, held, 'SCHEDULED')
  await chargeMoves(caller, held, dayIn(zone, new Date(starts)))
  if (before.starts_at !== starts_at) await tellBooked(caller, study, before.starts_at, zone)
  return { study, warnings }
}

interface Span {
  starts_at: string
  ends_at: string
}

/** The room is held: of two at once the second finds the first. A patient is in one place at a time. */
async function mustBeFree(
  caller: Caller,
  study: StudyRow,
  room: Room,
  { starts_at, ends_at }: Span,
  zone: string,
): Promise<void> {
  const taken = await row<Span & { order_number: string; room: string; room_id: string }>(
    sql`select starts_at, ends_at, order_number, room, room_id from imaging_studies
      where hospital_id = ${caller.hospital_id} and id <> ${study.id}
        and status in ('SCHEDULED', 'ARRIVED', 'IN_PROGRESS')
        and starts_at < ${ends_at} and ends_at > ${starts_at}
        and (room_id = ${room.id} or patient_id = ${study.patient_id})
      order by starts_at, id limit 1`,
  )
  if (taken === undefined) return
  const at = (when: string): string => timeIn(zone, new Date(when))
  const span = `${at(taken.starts_at)}–${at(taken.ends_at)}`
  throw taken.room_id === room.id
    ? conflict(`${room.name} is taken ${span} (${taken.order_number}).`, 'taken')
    : conflict(
        `The patient is in ${taken.room} at that time: ${span} (${taken.order_number}).`,
        'taken',
      )
}

/** Nothing of what for: date, time, and where to call. */
async function tellBooked(
  caller: Caller,
  study: StudyRow,
  was: string | null,
  zone: string,
): Promise<void> {
  const { starts_at } = study
  if (starts_at === null || Date.parse(starts_at) < clock.ms() + hours(2)) return
  const [year, month, day] = dayIn(zone, new Date(starts_at)).split('-')
  await messagePatient(caller, {
    patient_id: study.patient_id,
    template: was === null ? 'STUDY_BOOKED' : 'STUDY_CHANGED',
    data: { date: `${day}/${month}/${year}`, time: timeIn(zone, new Date(starts_at)) },
    entity: { type: 'imaging_study', id: study.id },
    about: starts_at,
  })
}

export async function unschedule(
  caller: Caller,
  id: string,
  { reason, note }: UnscheduleInput,
): Promise<StudyRow> {
  const held = await heldItem(caller, await studyRecord.get(caller, id))
  const before = await studyRecord.begin(caller, id, 'unschedule')
  await itemFollows(caller, held, 'ORDERED')
  const why = [reason, note].filter(Boolean).join(': ')
  return studyRecord.moved(
    caller,
    before,
    'unschedule',
    {
      room_id: null,
      room: null,
      starts_at: null,
      ends_at: null,
      arrived_at: null,
      no_shows: before.no_shows + (reason === 'NO_SHOW' ? 1 : 0),
    },
    why,
  )
}
