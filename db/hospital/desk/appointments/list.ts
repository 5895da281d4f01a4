// Appointments as a list, by their start.

import type { Caller } from '../../../core/caller.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { invalid } from '../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { recordRead } from '../../office/audit/reads.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { patientTyped } from '../patients/privacy/lists.ts'
import { appointmentRecord, view, viewAll } from './rows.ts'
import type { Appointment } from './shapes.ts'
import { appointments } from './tables.ts'
import { appointment_states, type AppointmentState } from './words.ts'

export interface Filter extends PageAsked {
  search?: string
  status?: string
  patient_id?: string
  clinician_id?: string
  staff_id?: string
  department?: string
  service_point_id?: string
  kind?: string
  channel?: string
  needs_rebooking?: boolean
  from?: string
  to?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: Filter): Promise<Page<Appointment>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const { timezone } = await hospitalOf(caller)
  const words = asked.search?.trim() ?? ''
  const states = asked.status === undefined ? undefined : statesOf(asked.status)
  const clinician_id = asked.clinician_id ?? asked.staff_id
  const found = await pageFrom(appointments, asked, {
    alias: 'a',
    from: sql` from appointments a${where([
      sql`a.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`a.facility_id${oneOf(scope)}`,
      states === undefined ? undefined : sql`a.status${oneOf(states)}`,
      when(asked.patient_id, sql`a.patient_id = ${asked.patient_id}`),
      when(clinician_id, sql`a.clinician_id = ${clinician_id}`),
      when(asked.department, sql`a.department = ${asked.department}`),
      when(asked.service_point_id, sql`a.service_point_id = ${asked.service_point_id}`),
      when(asked.kind, sql`a.kind = ${asked.kind}`),
      when(asked.channel, sql`a.channel = ${asked.channel}`),
      asked.needs_rebooking === undefined
        ? undefined
        : sql`a.needs_rebooking = ${asked.needs_rebooking}`,
      ...withinDays(sql`a.scheduled_for`, timezone, asked),
      words === '' ? undefined : searched(caller, words),
    ])}`,
    order: sql` order by a.scheduled_for, a.id`,
  })
  const { page: _p, per_page: _pp, ...query } = asked
  await recordRead(caller, 'appointment.list', { rows: found.rows.length, query })
  return { rows: await viewAll(caller, found.rows), meta: found.meta }
}

/** The appointment's own number, or whatever finds its patient. */
const searched = (caller: Caller, words: string) =>
  sql`(a.number = ${words.toUpperCase()} or exists (select 1 from patients p
    where p.id = a.patient_id and ${patientTyped(caller, words)}))`

function statesOf(typed: string): AppointmentState[] {
  const words = typed.split(',').map((word) => word.trim())
  const wrong = words.find((word) => !(appointment_states as readonly string[]).includes(word))
  if (wrong !== undefined) {
    throw invalid('status', `must be among ${appointment_states.join(', ')}.`)
  }
  return words as AppointmentState[]
}

export async function find(caller: Caller, id: string): Promise<Appointment> {
  return view(caller, await appointmentRecord.get(caller, id))
}
