// Reading appointments, and what every change of one does: the row, its history, the log.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { patientRows } from '../patients/register/view.ts'
import { appointment_life } from './life.ts'
import type { Appointment } from './shapes.ts'
import { appointment_history, appointments } from './tables.ts'
import { localOf, zonesOf } from './times.ts'
import type { reminder_states } from './words.ts'

export type Row = RowOf<(typeof appointments)['columns']>
type Of = Pick<Caller, 'hospital_id'>
export type Step = keyof typeof appointment_life.moves

export const appointmentRecord = recordWithLife(appointments, {
  life: appointment_life,
  called: ({ number }) => number,
  history: historyIn(appointment_history, 'appointment_id'),
  sequence: 'appointment',
  action: (move) => `appointment.${move.replace(' ', '-')}`,
})

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
        moves: appointmentRecord
          .moves(caller, row)
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
