// Reading appointments, and what every change of one does: the row, its history, the log.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { record } from '../../office/audit/record.ts'
import { patientRows } from '../patients/register/view.ts'
import { appointment_life } from './life.ts'
import type { Appointment } from './shapes.ts'
import { appointment_history, appointments } from './tables.ts'
import { localOf, zonesOf } from './times.ts'
import type { AppointmentState, reminder_states } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export type Row = RowOf<(typeof appointments)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const appointmentRecord = recordOf(appointments, 'appointment')

type Step = keyof typeof appointment_life.moves

/** One move: refused when it is not open, written to the history and to the log. */
export async function move(
  caller: Caller,
  row: Row,
  step: Step,
  more: { reason?: string | null | undefined; changes?: Partial<Row> } = {},
): Promise<Row> {
  const { reason, changes = {} } = more
  const status = appointment_life.move(step, row.status, row.number)
  const { hospital_id } = caller
  await appointments.change({ hospital_id, id: row.id }, { ...changes, status })
  await history(caller, row, step, { from: row.status, to: status, reason })
  record(caller, `appointment.${step.replace(' ', '-')}`, {
    entity_type: 'appointment',
    entity_id: row.id,
    entity_label: row.number,
    patient_id: row.patient_id,
    from_state: row.status,
    to_state: status,
    reason,
  })
  return appointmentRecord.get(caller, row.id)
}

export async function history(
  caller: Caller,
  row: Pick<Row, 'id'>,
  step: Step | 'book',
  moved: {
    from: AppointmentState | null
    to: AppointmentState
    reason?: string | null | undefined
  },
): Promise<void> {
  await appointment_history.insert({
    hospital_id: caller.hospital_id,
    appointment_id: row.id,
    move: step,
    from_state: moved.from,
    to_state: moved.to,
    reason: moved.reason ?? null,
    by_name: caller.name,
    at: clock.instant(),
  })
}

/** A page of them in a fixed number of statements. */
export async function viewAll(caller: Caller, found: readonly Row[]): Promise<Appointment[]> {
  if (found.length === 0) return []
  const patients = await patientRows(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const zones = await zonesOf(
    caller,
    found.map(({ facility_id }) => facility_id),
  )
  const reminders = await remindersOf(
    caller,
    found.map(({ id }) => id),
  )
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    const { hospital_id: _h, local_day: _d, ...shown } = row
    const length = Date.parse(row.end_at) - Date.parse(row.scheduled_for)
    return [
      {
        ...shown,
        // Why somebody comes is for who may open the record (PRV-2).
        ...(patient.restricted === true ? { reason: null, notes: null } : {}),
        patient,
        local: localOf(zones.get(row.facility_id) ?? 'UTC', row.scheduled_for),
        duration_min: Math.round(length / 60_000),
        reminders: reminders.get(row.id) ?? [],
        moves: appointment_life
          .open(caller, row.status)
          .filter((one): one is Appointment['moves'][number] => one !== 'uncheck'),
      },
    ]
  })
}

export const view = async (caller: Caller, row: Row): Promise<Appointment> =>
  (await viewAll(caller, [row]))[0] as Appointment

async function remindersOf(
  { hospital_id }: Of,
  ids: readonly string[],
): Promise<Map<string, Appointment['reminders']>> {
  const found = await rows<{
    appointment_id: string
    at: string
    channel: string | null
    status: (typeof reminder_states)[number]
  }>(
    sql`select appointment_id, coalesce(sent_at, due_at) as at, channel, status
      from appointment_reminders where hospital_id = ${hospital_id}
      and appointment_id${oneOf(ids)} order by due_at, id`,
  )
  const by_id = new Map<string, Appointment['reminders']>()
  for (const { appointment_id, ...one } of found) {
    by_id.set(appointment_id, [...(by_id.get(appointment_id) ?? []), one])
  }
  return by_id
}
