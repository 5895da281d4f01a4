// What the register tells each morning (section 7): who is still unknown, and which broken glass
// nobody has looked at.

import type { Caller } from '../../../core/caller.ts'
import { days, hours, instantIn } from '../../../core/clock.ts'
import { row, rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { notify } from '../../office/notifications/notify.ts'
import { namedFew, onceToday } from '../../office/notifications/once-today.ts'

const unknown_hours = 72
const review_days = 7

/** EMG-14: unknown for longer than 72 hours, to welfare and records. */
export const tellUnidentified = (caller: Caller): Promise<number> =>
  onceToday(caller, 'patient.unidentified', async () => {
    const found = await rows<{ number: string }>(
      sql`select number from patients where hospital_id = ${caller.hospital_id}
        and (status = 'TEMPORARY' or (status = 'DECEASED' and identity = 'UNKNOWN'))
        and registered_at <= ${instantIn(-hours(unknown_hours))} order by registered_at, id`,
    )
    if (found.length === 0) return 0
    const numbers = found.map(({ number }) => number)
    await notify(caller, {
      to: { role: ['welfare', 'records'] },
      kind: 'patient.unidentified',
      title: `Patients not identified yet: ${found.length}`,
      body: `Unknown for more than ${unknown_hours} hours: ${namedFew(numbers)}.`,
    })
    return found.length
  })

/** PRV-5: every grant waits for its review; after seven days the manager is told, daily. */
export const tellUnreviewed = (caller: Caller): Promise<number> =>
  onceToday(caller, 'privacy.unreviewed', async () => {
    const { hospital_id } = caller
    const found = await row<{ waiting: number; long: number | null }>(
      sql`select count(*) as waiting,
        sum(case when opened_at <= ${instantIn(-days(review_days))} then 1 else 0 end) as "long"
        from break_glass_grants where hospital_id = ${hospital_id} and verdict is null`,
    )
    const waiting = Number(found?.waiting ?? 0)
    const long = Number(found?.long ?? 0)
    if (waiting === 0) return 0
    const kind = 'privacy.unreviewed'
    const title = 'Broken glass waits for its review'
    await notify(caller, {
      to: { permission: 'patient:review-access' },
      kind,
      title,
      body: `Grants that nobody has reviewed: ${waiting}.`,
    })
    if (long > 0) {
      await notify(caller, {
        to: { role: 'manager' },
        kind: 'privacy.unreviewed_long',
        title,
        body: `Grants that nobody has reviewed for more than ${review_days} days: ${long}.`,
      })
    }
    return waiting
  })
