// What the clock does with referrals: nobody departed in 90 days; feedback that is late.

import type { Caller } from '../../caller.ts'
import { days, instantIn } from '../../clock.ts'
import { rows } from '../../connection.ts'
import { sql } from '../../sql.ts'
import { today } from '../hospitals/hospitals.ts'
import { tell } from '../neighbours/telling.ts'
import { locked } from './referrals.ts'
import { lifeOf } from './life.ts'
import { moved } from './write.ts'

const waits_days = 90
const piece = 200

export async function expireOld(caller: Caller): Promise<number> {
  const old = await rows<{ id: string }>(
    sql`select id from referrals where hospital_id = ${caller.hospital_id} and direction = 'OUT'
      and status in ('SENT', 'ACCEPTED') and sent_at < ${instantIn(-days(waits_days))}
      order by sent_at limit ${piece}`,
  )
  for (const { id } of old) {
    const before = await locked(caller, id)
    const status = lifeOf('OUT').move('expire', before.status, before.number)
    await moved(caller, before, 'expire', { status }, `Nobody departed in ${waits_days} days`)
  }
  return old.length
}

/** REF-7: each morning, to who wrote it. */
export async function tellLateFeedback(caller: Caller): Promise<number> {
  const day = await today(caller)
  const late = await rows<{ user_id: string; n: number }>(
    sql`select created_by_id as user_id, count(*) as n from referrals
      where hospital_id = ${caller.hospital_id} and feedback_due_on < ${day}
      and status in ('SENT', 'ACCEPTED', 'IN_TRANSIT', 'ARRIVED') and created_by_id is not null
      group by created_by_id`,
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
