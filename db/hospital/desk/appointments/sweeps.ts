// What the timetable does about appointments: who did not come is noted (3.4).

import type { Caller } from '../../../core/caller.ts'
import { instantIn, minutes } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { settingsOf } from '../patients/settings.ts'
import { missed } from './moves.ts'
import { appointments } from './tables.ts'

/** A piece of those whose start has passed long ago; how many there were. */
export const noteMissed = (caller: Caller, most = 50): Promise<number> =>
  within(async () => {
    const { appointment_no_show_minutes } = await settingsOf(caller)
    const before = instantIn(-minutes(appointment_no_show_minutes))
    const late = await appointments.read(
      sql`select ${appointments.selection()} from appointments
        where hospital_id = ${caller.hospital_id} and status in ('BOOKED', 'CONFIRMED')
        and scheduled_for <= ${before} order by scheduled_for, id limit ${most}`,
    )
    for (const { id, hospital_id } of late) {
      // Somebody at the desk may have checked the patient in meanwhile.
      const row = await appointments.find({ hospital_id, id }, { lock: true })
      if (row?.status !== 'BOOKED' && row?.status !== 'CONFIRMED') continue
      await missed(caller, row, null)
    }
    return late.length
  }, 'jobs')
