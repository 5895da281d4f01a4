// What the clock does with referrals: nobody departed in 90 days; feedback that is late.

import type { Caller } from '../../../core/caller.ts'
import { days, instantIn } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { tell } from '../../neighbours/telling.ts'
import { onceToday } from '../../office/notifications/once-today.ts'
import { referralRecord } from './record.ts'

const waits_days = 90
const piece = 200

export async function expireOld(caller: Caller): Promise<number> {
  const old = await rows<{ id: string }>(
    sql`select id from referrals where hospital_id = ${caller.hospital_id} and direction = 'OUT'
      and status in ('SENT', 'ACCEPTED') and sent_at < ${instantIn(-days(waits_days))}
      order by sent_at limit ${piece}`,
  )
  for (const { id } of old) {
    const before = await referralRecord.locked(caller, id)
    const reason = `Nobody departed in ${waits_days} days`
    await referralRecord.moved(caller, before, 'expire', {}, reason)
  }
  return old.length
}

/** REF-7: each morning, to who wrote it, or of those that came to us to who treats. */
export const tellLateFeedback = (caller: Caller): Promise<number> =>
  onceToday(caller, 'referral.feedback_late', () => tellLate(caller))

async function tellLate(caller: Caller): Promise<number> {
  const day = await today(caller)
  const late = await rows<{ user_id: string; n: number }>(
    sql`select user_id, count(*) as n from (
        select coalesce(case when r.direction = 'IN' then u.id end, r.created_by_id) as user_id
        from referrals r left join visits v on v.id = r.arrival_visit_id
          left join users u on u.hospital_id = r.hospital_id and u.staff_id = v.clinician_id
            and u.status = 'ACTIVE'
        where r.hospital_id = ${caller.hospital_id} and r.feedback_due_on < ${day}
          and r.status in ('SENT', 'ACCEPTED', 'IN_TRANSIT', 'ARRIVED')
      ) late where user_id is not null group by user_id`,
  )
  for (const { user_id, n } of late) {
    await tell(caller, {
      to: { user: user_id },
      kind: 'referral.feedback_late',
      title: 'Referrals without feedback',
      body: `${n} of your referrals should have been answered by now.`,
    })
  }
  return late.length
}
