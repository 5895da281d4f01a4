// The waiting list: who wants a place that is not there yet (front office 2.8, 3.4, APT-14).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import { writable } from '../patients/rows.ts'
import { patientRows } from '../patients/register/view.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { resolveDepartment } from '../../office/places/places.ts'
import { book, type How } from './book.ts'
import { clinicianNamed } from './clinicians.ts'
import { waitlist_life } from './life.ts'
import { scheduleRecord } from './schedules.ts'
import type { WaitlistChange, WaitlistEntry, WaitlistInput } from './shapes.ts'
import { appointment_waitlist } from './tables.ts'
import { actingFacility, localOf, readTime, zoneOf, zonesOf } from './times.ts'
import {
  type Entry,
  nameOf,
  no_offer,
  noteEntry,
  offer as hold,
  offerPlace,
  placeAt,
} from './waitlist-offers.ts'
import type { WaitlistState } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

const declines_max = 3

export interface Filter extends PageAsked {
  status?: WaitlistState
  department?: string
  clinician_id?: string
  patient_id?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: Filter): Promise<Page<WaitlistEntry>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(appointment_waitlist, asked, {
    from: sql` from appointment_waitlist${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.department, sql`department = ${asked.department}`),
      when(asked.clinician_id, sql`clinician_id = ${asked.clinician_id}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
    ])}`,
    order: sql` order by priority, created_at, id`,
  })
  return { rows: await viewAll(caller, found.rows), meta: found.meta }
}

export const waitlistEntryRecord = recordOf(appointment_waitlist, 'entry of the waiting list')

export async function open(
  caller: Caller,
  input: WaitlistInput,
  { facility_id = actingFacility(caller) }: { facility_id?: string } = {},
): Promise<WaitlistEntry> {
  const patient = await writable(caller, input.patient_id)
  const clinician = await clinicianNamed(caller, input)
  mustEnd(input)
  const made = await appointment_waitlist.insert({
    hospital_id: caller.hospital_id,
    facility_id,
    patient_id: patient.id,
    clinician_id: clinician.id,
    clinician_name: clinician.name,
    department: (await resolveDepartment(caller, input.department)).name,
    kind: input.kind ?? 'CONSULTATION',
    earliest_on: input.earliest_on ?? null,
    latest_on: input.latest_on ?? null,
    weekdays: input.weekdays?.length ? [...new Set(input.weekdays)] : null,
    part_of_day: input.part_of_day ?? null,
    priority: input.priority ?? 3,
    reason: input.reason ?? null,
  })
  record(caller, 'appointment_waitlist.create', {
    entity_type: 'appointment_waitlist',
    entity_id: made.id,
    entity_label: made.department,
    patient_id: made.patient_id,
    to_state: made.status,
  })
  return view(caller, made)
}

function mustEnd({ earliest_on, latest_on }: WaitlistChange): void {
  if (earliest_on && latest_on && latest_on < earliest_on) {
    throw invalid('latest_on', 'is before earliest_on.')
  }
}

export async function change(
  caller: Caller,
  id: string,
  input: WaitlistChange,
): Promise<WaitlistEntry> {
  const before = await inHand(caller, id)
  if (before.status !== 'WAITING' && before.status !== 'OFFERED') {
    throw waitlist_life.refusal(before.status, nameOf(before))
  }
  mustEnd({ ...before, ...input })
  await appointment_waitlist.change({ hospital_id: caller.hospital_id, id }, input)
  record(caller, 'appointment_waitlist.change', {
    entity_type: 'appointment_waitlist',
    entity_id: id,
    entity_label: before.department,
    patient_id: before.patient_id,
    changes: difference(before, input),
  })
  return view(caller, await waitlistEntryRecord.get(caller, id))
}

/** By the desk: this place to this patient. */
export async function offer(
  caller: Caller,
  id: string,
  asked: { start: string; schedule_id: string },
): Promise<WaitlistEntry> {
  const entry = await inHand(caller, id)
  waitlist_life.move('offer', entry.status, nameOf(entry))
  const schedule = await scheduleRecord.locked(caller, asked.schedule_id)
  const zone = await zoneOf(caller, schedule.facility_id)
  const start = readTime('start', asked.start)
  const place = await placeAt(caller, schedule.id, start)
  if (place?.status !== 'FREE') {
    throw conflict(`${schedule.name} has nothing free at ${localOf(zone, start)}.`, 'taken')
  }
  await hold(caller, entry, place)
  return view(caller, await waitlistEntryRecord.get(caller, id))
}

/** The place that was held becomes the appointment. */
export async function accept(
  caller: Caller,
  id: string,
  how: Pick<How, 'facility_id'> & { channel?: 'PORTAL' } = {},
): Promise<WaitlistEntry> {
  const entry = await inHand(caller, id)
  const status = waitlist_life.move('accept', entry.status, nameOf(entry))
  const { offer_schedule_id, offer_start, offer_until } = entry
  if (offer_schedule_id === null || offer_start === null) throw noSuch('offer')
  if (offer_until !== null && offer_until <= clock.instant()) {
    throw conflict('This offer has run out.', 'offer_over')
  }
  const schedule = await scheduleRecord.get(caller, offer_schedule_id)
  const appointment = await book(
    caller,
    {
      patient_id: entry.patient_id,
      scheduled_for: offer_start,
      kind: entry.kind,
      department: schedule.department,
      clinician_id: schedule.clinician_id,
      service_point_id: schedule.service_point_id,
      reason: entry.reason,
      waitlist_id: entry.id,
      ...(how.channel === undefined ? {} : { channel: how.channel }),
    },
    { facility_id: schedule.facility_id, schedule_id: schedule.id },
  )
  await appointment_waitlist.change(
    { hospital_id: caller.hospital_id, id },
    { status, appointment_id: appointment.id, ...no_offer },
  )
  noteEntry(caller, 'accept', entry, status)
  return { ...(await view(caller, await waitlistEntryRecord.get(caller, id))), appointment }
}

/** Back to waiting, until it was done three times; the place goes to the next. */
export async function decline(
  caller: Caller,
  id: string,
  reason: string | null = null,
): Promise<WaitlistEntry> {
  const entry = await inHand(caller, id)
  waitlist_life.move('decline', entry.status, nameOf(entry))
  const declines = entry.declines + 1
  const last = declines >= declines_max
  const status = waitlist_life.move(last ? 'give up' : 'decline', entry.status, nameOf(entry))
  await appointment_waitlist.change(
    { hospital_id: caller.hospital_id, id },
    { status, declines, end_reason: reason, ...no_offer },
  )
  noteEntry(caller, 'decline', entry, status, reason)
  await passOn(caller, entry)
  return view(caller, await waitlistEntryRecord.get(caller, id))
}

export async function cancel(
  caller: Caller,
  id: string,
  reason: string | null,
): Promise<WaitlistEntry> {
  await endEntry(caller, await inHand(caller, id), reason)
  return view(caller, await waitlistEntryRecord.get(caller, id))
}

/** What was offered goes on to the next. */
export async function endEntry(caller: Caller, entry: Entry, reason: string | null): Promise<void> {
  const status = waitlist_life.move('cancel', entry.status, nameOf(entry))
  await appointment_waitlist.change(
    { hospital_id: caller.hospital_id, id: entry.id },
    { status, end_reason: reason, ...no_offer },
  )
  noteEntry(caller, 'cancel', entry, status, reason)
  await passOn(caller, entry)
}

async function passOn(caller: Caller, entry: Entry): Promise<void> {
  const { offer_schedule_id, offer_start, id } = entry
  if (offer_schedule_id === null || offer_start === null) return
  await offerPlace(caller, offer_schedule_id, offer_start, [id])
}

async function inHand(caller: Caller, id: string): Promise<Entry> {
  const entry = await waitlistEntryRecord.locked(caller, id)
  fresh(caller, entry)
  return entry
}

export const view = async (caller: Caller, entry: Entry): Promise<WaitlistEntry> =>
  (await viewAll(caller, [entry]))[0] as WaitlistEntry

async function viewAll(caller: Caller, found: readonly Entry[]): Promise<WaitlistEntry[]> {
  const patients = await patientRows(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const zones = await zonesOf(
    caller,
    found.map(({ facility_id }) => facility_id),
  )
  return found.flatMap((entry) => {
    const patient = patients.get(entry.patient_id)
    return patient === undefined
      ? []
      : [
          {
            ...shown(entry),
            patient,
            offer: offerOf(entry, zones.get(entry.facility_id) ?? 'UTC'),
            ...(patient.restricted === true ? { reason: null } : {}),
          },
        ]
  })
}

const shown = ({
  hospital_id: _h,
  offer_schedule_id: _os,
  offer_start: _o,
  offer_end: _oe,
  offer_day: _od,
  offer_until: _ou,
  declines: _d,
  end_reason: _e,
  updated_at: _u,
  ...entry
}: Entry) => entry

function offerOf(entry: Entry, zone: string): WaitlistEntry['offer'] {
  const { offer_schedule_id, offer_start, offer_end, offer_until } = entry
  if (offer_schedule_id === null || offer_start === null) return null
  return {
    start: offer_start,
    end: offer_end ?? offer_start,
    local: localOf(zone, offer_start),
    schedule_id: offer_schedule_id,
    until: offer_until ?? offer_start,
  }
}
