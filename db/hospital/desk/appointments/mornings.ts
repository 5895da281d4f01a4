// What diaries tell by themselves (section 7): each clinician the day that begins, and who sets the
// schedules which clinicians have no session left.

import type { Caller } from '../../../core/caller.ts'
import { days, instantIn } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { notify } from '../../office/notifications/notify.ts'
import { namedFew, onceToday } from '../../office/notifications/once-today.ts'
import { emptyClinics } from './checks.ts'
import { timeOf, zonesOf } from './times.ts'

interface Coming {
  user_id: string
  facility_id: string
  number: string
  scheduled_for: string
}

/** By time and number: a notice may leave the house, names of patients do not. */
export const tellToday = (caller: Caller): Promise<number> =>
  onceToday(caller, 'appointment.today', async () => {
    const coming = await comingToday(caller)
    const zones = await zonesOf(
      caller,
      coming.map(({ facility_id }) => facility_id),
    )
    for (const [user, own] of Map.groupBy(coming, ({ user_id }) => user_id)) {
      const said = own.map(({ facility_id, number, scheduled_for }) => {
        return `${timeOf(zones.get(facility_id) ?? 'UTC', scheduled_for)} ${number}`
      })
      await notify(caller, {
        to: { user },
        kind: 'appointment.today',
        title: `Your appointments today: ${own.length}`,
        body: `${namedFew(said)}.`,
      })
    }
    return coming.length
  })

/** Of clinicians who have an account; the instants only help the index along. */
const comingToday = async (caller: Caller): Promise<Coming[]> =>
  rows<Coming>(
    sql`select u.id as user_id, a.facility_id, a.number, a.scheduled_for
      from appointments a join users u on u.hospital_id = a.hospital_id
        and u.staff_id = a.clinician_id and u.kind = 'STAFF' and u.status = 'ACTIVE'
      where a.hospital_id = ${caller.hospital_id} and a.local_day = ${await today(caller)}
        and a.status${oneOf(['BOOKED', 'CONFIRMED'])}
        and a.scheduled_for > ${instantIn(-days(2))} and a.scheduled_for < ${instantIn(days(2))}
      order by a.scheduled_for, a.number`,
  )

/** How many clinicians have a clinic in use, and no session of it within its horizon. */
export const tellEmpty = (caller: Caller): Promise<number> =>
  onceToday(caller, 'schedule.empty', async () => {
    const branches = await rows<{ facility_id: string }>(
      sql`select distinct facility_id from clinic_schedules
        where hospital_id = ${caller.hospital_id} and active and clinician_id is not null`,
    )
    const empty: string[] = []
    for (const { facility_id } of branches) {
      const found = await emptyClinics(caller, facility_id)
      empty.push(...found.filter((one) => one.sessions === 0).map((one) => one.clinician))
    }
    if (empty.length === 0) return 0
    await notify(caller, {
      to: { permission: 'schedule:manage' },
      kind: 'schedule.empty',
      title: `Clinicians without a session ahead: ${empty.length}`,
      body: `Their clinics have ended or are closed: ${namedFew(empty)}.`,
    })
    return empty.length
  })
