// Nobody waits for somebody who has died (PAT-24): places still to come are given back, and so is the place in
// the waiting list, before anything that becomes free is offered to who waits.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { waitlist_life } from './life.ts'
import { dropReminders } from './reminders.ts'
import { appointmentRecord } from './rows.ts'
import { appointment_waitlist, appointments } from './tables.ts'
import { endEntry } from './waitlist.ts'
import { slotFreed } from './waitlist-offers.ts'
import { coming_states } from './words.ts'

const reason = 'DECEASED'

export async function onDeath(
  caller: Caller,
  patient_id: string,
): Promise<{ appointments: string[]; waiting: string[] }> {
  const waiting = await endWaiting(caller, patient_id)
  const { hospital_id } = caller
  const coming = await appointments.read(
    sql`select ${appointments.selection()} from appointments
      where hospital_id = ${hospital_id} and patient_id = ${patient_id}
        and status${oneOf(coming_states)} and end_at > ${clock.instant()} order by id`,
  )
  for (const before of coming) {
    const changes = { cancel_reason: reason, needs_rebooking: false }
    await appointmentRecord.moved(caller, before, 'cancel', changes, reason)
    await dropReminders(caller, before)
    await slotFreed(caller, before)
  }
  return { appointments: coming.map(({ number }) => number), waiting }
}

async function endWaiting(caller: Caller, patient_id: string): Promise<string[]> {
  const { hospital_id } = caller
  const entries = await appointment_waitlist.all(
    { hospital_id, patient_id, status: [...waitlist_life.moves.cancel.from] },
    { order: ['id'] },
  )
  for (const entry of entries) await endEntry(caller, entry, reason)
  return entries.map(({ id }) => id)
}
