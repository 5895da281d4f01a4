// What a patient is told about an appointment (PTM-3): date, time and number, nothing of why.

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import { messagePatient } from '../../neighbours/patient-messages.ts'
import type { Row } from './rows.ts'
import { timeOf, zoneOf } from './times.ts'

export type Template =
  | 'APPOINTMENT_BOOKED'
  | 'APPOINTMENT_REMINDER'
  | 'APPOINTMENT_CHANGED'
  | 'APPOINTMENT_CANCELLED'
  | 'APPOINTMENT_MISSED'

export async function tellPatient(
  caller: Caller,
  row: Row,
  template: Template,
  more: Record<string, string> = {},
): Promise<{ status: string; channel: string | null }> {
  const zone = await zoneOf(caller, row.facility_id)
  return messagePatient(caller, {
    patient_id: row.patient_id,
    template,
    data: {
      date: dateOf(zone, row.scheduled_for),
      time: timeOf(zone, row.scheduled_for),
      number: row.number,
      ...more,
    },
    entity: { type: 'appointment', id: row.id },
    about: row.scheduled_for,
  })
}

/** `12/03/2026` in both languages. */
export function dateOf(zone: string, at: string): string {
  const [year, month, day] = dayIn(zone, new Date(at)).split('-')
  return `${day}/${month}/${year}`
}
