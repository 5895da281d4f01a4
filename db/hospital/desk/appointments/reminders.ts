// Reminders are rows: planned when an appointment is booked, sent when they are due, dropped when it
// moves (APT-16). A row is sent in the transaction that marks it, so none goes twice.

import type { Caller } from '../../../core/caller.ts'
import { clock, hours } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { settingsOf } from '../patients/settings.ts'
import { type Row, appointmentRecord } from './rows.ts'
import { appointment_reminders } from './tables.ts'
import { tellPatient } from './telling.ts'

export async function planReminders(caller: Caller, row: Row): Promise<void> {
  if (!row.remind) return
  const { reminder_hours } = await settingsOf(caller)
  const due = reminder_hours
    .map((before) => new Date(Date.parse(row.scheduled_for) - hours(before)).toISOString())
    .filter((at) => at > clock.instant())
  await appointment_reminders.insertMany(
    due.map((due_at) => ({ hospital_id: caller.hospital_id, appointment_id: row.id, due_at })),
  )
}

export const dropReminders = (caller: Caller, row: Pick<Row, 'id'>): Promise<number> =>
  appointment_reminders.change(
    { hospital_id: caller.hospital_id, appointment_id: row.id, status: 'PLANNED' },
    { status: 'DROPPED' },
  )

/** A piece of what is due in one hospital; how many were dealt with. */
export const remindDue = (caller: Caller, most = 50): Promise<number> =>
  within(async () => {
    const due = await appointment_reminders.read(
      sql`select ${appointment_reminders.selection()} from appointment_reminders
        where hospital_id = ${caller.hospital_id} and status = 'PLANNED'
        and due_at <= ${clock.instant()} order by due_at, id limit ${most}`,
    )
    for (const { id, appointment_id } of due) {
      const changes = await remind(caller, await appointmentRecord.locked(caller, appointment_id))
      await appointment_reminders.change({ hospital_id: caller.hospital_id, id }, changes)
    }
    return due.length
  }, 'jobs')

/** What has begun, or is no longer booked, is not reminded of. */
async function remind(caller: Caller, row: Row) {
  const coming = row.status === 'BOOKED' || row.status === 'CONFIRMED'
  if (!coming || !row.remind || row.scheduled_for <= clock.instant()) {
    return { status: 'DROPPED' as const }
  }
  const extra = row.kind === 'THEATRE' ? { instructions: 'yes' } : {}
  const told = await tellPatient(caller, row, 'APPOINTMENT_REMINDER', extra)
  const sent_at = clock.instant()
  return told.status === 'SUPPRESSED'
    ? { status: 'SUPPRESSED' as const, sent_at }
    : { status: 'SENT' as const, channel: told.channel, sent_at }
}
