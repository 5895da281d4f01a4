// The patient's own appointments (POR-10): what is open to patients, in the time the house allows.

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, days, hours, instantIn, nextDay } from '../../../core/clock.ts'
import { row } from '../../../store/connection.ts'
import type { Page, PageAsked } from '../../../store/pages.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { book as bookAppointment } from '../appointments/book.ts'
import { freePlaces } from '../appointments/fit.ts'
import * as moves from '../appointments/moves.ts'
import { ownAppointments, ownRow, type Row } from '../appointments/portal.ts'
import { schedulesFor, slots as slotsOf } from '../appointments/slots.ts'
import { localOf, readTime, zoneOf, zonesOf } from '../appointments/times.ts'
import type { AppointmentKind } from '../appointments/words.ts'
import { evaluate } from '../gates/gate.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import type { BookInput, OwnAppointment, SlotWords } from './own-shapes.ts'
import { authoriseOwnRead } from './record.ts'
import { type Whose, whose } from './whose.ts'

const missed_days = 90

export interface Filter extends PageAsked {
  status?: string
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: Filter): Promise<Page<OwnAppointment>> {
  const mine = await authoriseOwnRead(caller, 'portal.appointments', 'APPOINTMENTS')
  const found = await ownAppointments(mine.caller, { ...asked, patient_id: mine.patient.id })
  return { rows: await viewAll(mine, found.rows), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<OwnAppointment> {
  const mine = await authoriseOwnRead(caller, 'portal.appointment', 'APPOINTMENTS')
  return view(mine, await ownRow(mine.caller, mine.patient.id, id))
}

/** The next one to come, for the first page. */
export async function next(mine: Whose): Promise<OwnAppointment | null> {
  const { rows } = await ownAppointments(mine.caller, {
    page: 1,
    per_page: 1,
    patient_id: mine.patient.id,
    coming: true,
  })
  return rows[0] === undefined ? null : view(mine, rows[0])
}

export async function slots(caller: Caller, asked: SlotWords) {
  const { caller: by, settings } = await whose(caller, 'APPOINTMENTS')
  if (!asked.clinician_id && !asked.department) {
    throw invalid('department', 'is required, or clinician_id.')
  }
  if (!settings.booking_enabled) return []
  const found = await slotsOf(by, { ...asked, free: true, portal: true })
  return found.map(({ start, end, local, department, clinician }) => ({
    start,
    end,
    local,
    department,
    clinician,
  }))
}

/** Departments and clinicians with their next free time. */
export async function bookable(
  caller: Caller,
  asked: { facility_id?: string; kind?: AppointmentKind },
) {
  const { caller: by, settings } = await whose(caller, 'APPOINTMENTS')
  if (!settings.booking_enabled) return []
  const from = await today(by)
  const to = nextDay(from, 61)
  const found = await slotsOf(by, { ...asked, from, to, free: true, portal: true, any: true })
  const firsts = new Map<string, ReturnType<typeof shown>>()
  for (const slot of found) {
    const key = `${slot.facility_id} ${slot.department} ${slot.clinician?.id ?? ''}`
    if (!firsts.has(key)) firsts.set(key, shown(slot))
  }
  return [...firsts.values()]
}

const shown = (slot: {
  department: string
  clinician: { id: string; name: string | null } | null
  facility_id: string
  local: string
}) => ({
  department: slot.department,
  clinician: slot.clinician,
  facility_id: slot.facility_id,
  next_free: slot.local,
})

export async function book(caller: Caller, input: BookInput): Promise<OwnAppointment> {
  const mine = await whose(caller, 'APPOINTMENTS')
  const { caller: by, patient, settings } = mine
  if (!settings.booking_enabled) throw conflict('Booking here is switched off.', 'off')
  const { clinician_id, department } = input
  if (!clinician_id && !department) {
    throw invalid('department', 'is required, or clinician_id.')
  }
  await mayHaveMore(mine)
  await hasKept(mine)
  const facility_id = await branchOf(mine, input)
  const made = await bookAppointment(
    by,
    {
      patient_id: patient.id,
      scheduled_for: input.scheduled_for,
      ...(clinician_id === undefined ? {} : { clinician_id }),
      ...(department === undefined ? {} : { department }),
      ...(input.kind === undefined ? {} : { kind: input.kind }),
      reason: input.reason ?? null,
    },
    { portal: { missed: null }, facility_id },
  )
  return view(mine, await ownRow(by, patient.id, made.id))
}

async function mayHaveMore({ caller, patient, settings }: Whose): Promise<void> {
  const open = await row<{ n: number }>(
    sql`select count(*) as n from appointments where hospital_id = ${caller.hospital_id}
      and patient_id = ${patient.id} and status in ('REQUESTED', 'BOOKED', 'CONFIRMED')
      and scheduled_for > ${clock.instant()}`,
  )
  const n = Number(open?.n ?? 0)
  if (n >= settings.max_open_bookings) {
    throw conflict(`You already have ${n} bookings.`, 'bookings')
  }
}

/** Gate APT_MISSED, in the words of the portal. */
async function hasKept({ caller, patient, settings }: Whose): Promise<void> {
  const missed = await row<{ n: number }>(
    sql`select count(*) as n from appointments where hospital_id = ${caller.hospital_id}
      and patient_id = ${patient.id} and status = 'NO_SHOW'
      and scheduled_for > ${instantIn(-days(missed_days))}`,
  )
  const n = Number(missed?.n ?? 0)
  if (n < settings.missed_limit) return
  const standing = await evaluate(caller, {
    action: 'appointment.book',
    subject: { overbook: null, same_day: null, missed: `${n} appointments were missed.` },
    entity: { type: 'patient', id: patient.id, patient_id: patient.id },
  })
  if (standing.every(({ level }) => level === 'WARN' || level === 'NONE')) return
  throw conflict(`You missed ${n} appointments. Please call ${await lineOf(caller)} to book.`)
}

const lineOf = async (caller: Caller): Promise<string> =>
  (await hospitalOf(caller)).support_phone ?? 'the hospital'

/** The branch whose clinic has this time free; else the one that holds such a clinic at all. */
async function branchOf({ caller }: Whose, input: BookInput): Promise<string> {
  const from = input.scheduled_for.slice(0, 10)
  const range = { from: nextDay(dayOr(from), -1), to: nextDay(dayOr(from)) }
  const schedules = await schedulesFor(caller, { ...input, ...range, portal: true })
  const branches = [...new Set(schedules.map(({ facility_id }) => facility_id))]
  for (const facility_id of branches) {
    const zone = await zoneOf(caller, facility_id)
    const start = readTime('scheduled_for', input.scheduled_for)
    const day = dayIn(zone, new Date(start))
    const here = schedules.filter((one) => one.facility_id === facility_id)
    const wanted = { facility_id, kind: input.kind ?? ('CONSULTATION' as const), but: {} }
    const free = await freePlaces(caller, { ...wanted, portal: true }, here, { from: day, to: day })
    if (free.includes(start)) return facility_id
  }
  const [first] = branches
  if (first === undefined) throw conflict('This cannot be booked here.', 'no_slot')
  return first
}

function dayOr(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw invalid('scheduled_for', 'must be a time.')
}

async function inTime({ caller, settings }: Whose, { scheduled_for }: Row): Promise<void> {
  if (scheduled_for >= instantIn(hours(settings.cancel_notice_hours))) return
  throw conflict(
    `It is too late to change this here. Please call ${await lineOf(caller)}.`,
    'too_late',
  )
}

export async function confirm(caller: Caller, id: string): Promise<OwnAppointment> {
  const mine = await whose(caller, 'APPOINTMENTS')
  await ownRow(mine.caller, mine.patient.id, id)
  await moves.confirm(mine.caller, id)
  return view(mine, await ownRow(mine.caller, mine.patient.id, id))
}

export async function reschedule(
  caller: Caller,
  id: string,
  scheduled_for: string,
): Promise<OwnAppointment> {
  const mine = await whose(caller, 'APPOINTMENTS')
  const before = await ownRow(mine.caller, mine.patient.id, id)
  await inTime(mine, before)
  await moves.reschedule(
    mine.caller,
    id,
    { scheduled_for, reason: 'Moved by the patient' },
    { portal: { missed: null }, facility_id: before.facility_id },
  )
  return view(mine, await ownRow(mine.caller, mine.patient.id, id))
}

export async function cancel(
  caller: Caller,
  id: string,
  reason: string | null | undefined,
): Promise<OwnAppointment> {
  const mine = await whose(caller, 'APPOINTMENTS')
  const before = await ownRow(mine.caller, mine.patient.id, id)
  if (before.status !== 'CANCELLED' && before.status !== 'COMPLETED') await inTime(mine, before)
  await moves.cancel(mine.caller, id, { reason: reason || 'By the patient', by: 'PATIENT' })
  return view(mine, await ownRow(mine.caller, mine.patient.id, id))
}

const view = async (mine: Whose, found: Row): Promise<OwnAppointment> =>
  (await viewAll(mine, [found]))[0] as OwnAppointment

async function viewAll(
  { caller, settings }: Whose,
  found: readonly Row[],
): Promise<OwnAppointment[]> {
  const zones = await zonesOf(
    caller,
    found.map(({ facility_id }) => facility_id),
  )
  const changeable = instantIn(hours(settings.cancel_notice_hours))
  return found.map((one) => {
    const coming = ['REQUESTED', 'BOOKED', 'CONFIRMED'].includes(one.status)
    const open = coming && one.scheduled_for >= changeable
    return {
      id: one.id,
      number: one.number,
      status: one.status,
      scheduled_for: one.scheduled_for,
      end_at: one.end_at,
      local: localOf(zones.get(one.facility_id) ?? 'UTC', one.scheduled_for),
      kind: one.kind,
      department: one.department,
      clinician_id: one.clinician_id,
      clinician_name: one.clinician_name,
      facility_id: one.facility_id,
      reason: one.reason,
      cancelled_by: one.cancelled_by,
      can: [
        ...(one.status === 'BOOKED' && one.scheduled_for > clock.instant()
          ? (['confirm'] as const)
          : []),
        ...(open ? (['reschedule', 'cancel'] as const) : []),
      ],
    }
  })
}
