// Who is told of a follow-up: at once, on the morning it is due, and while it is late (COM-73).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { namedFew, untoldToday } from '../../../office/notifications/once-today.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { FollowUpRow } from './record.ts'

/** Nobody is told what he or she has written for himself. */
export async function tellAssigned(
  caller: Caller,
  { id, subject, due_on, assigned_to_id }: FollowUpRow,
): Promise<void> {
  if (assigned_to_id === null || assigned_to_id === caller.user_id) return
  await notify(caller, {
    to: { user: assigned_to_id },
    kind: 'follow_up.assigned',
    title: 'A follow-up for you',
    body: `${subject}, by ${due_on}.`,
    entity: { type: 'follow_up', id },
  })
}

const escalated_after_days = 7

interface Waiting {
  user_id: string
  subject: string
  due_on: string
}

/** One notice for each person and morning: what is due, what is to be thought of, what is late. */
export async function tellMorning(caller: Caller): Promise<number> {
  const day = await today(caller)
  const by_person = Map.groupBy(await waiting(caller, day), ({ user_id }) => user_id)
  const fresh = await untoldToday(caller, 'follow_up.due', [...by_person.keys()])
  for (const user of fresh) {
    const all = by_person.get(user) ?? []
    const late = all.filter(({ due_on }) => due_on < day)
    await notify(caller, {
      to: { user },
      kind: 'follow_up.due',
      title: late.length > 0 ? `Follow-ups: ${late.length} late` : 'Follow-ups of today',
      body: namedFew(all.map(({ subject, due_on }) => `${subject} (${due_on})`)),
    })
  }
  return fresh.length
}

/** To whom it is given; after a week also to who looks after the client. */
const waiting = ({ hospital_id }: Caller, day: string): Promise<Waiting[]> =>
  rows<Waiting>(
    sql`select f.assigned_to_id as user_id, f.subject, f.due_on, f.id from follow_ups f
      where f.hospital_id = ${hospital_id} and f.status = 'OPEN' and f.assigned_to_id is not null
        and (f.due_on <= ${day} or f.remind_on = ${day})
      union select c.account_manager_id, f.subject, f.due_on, f.id from follow_ups f
      join clients c on c.id = f.client_id
      where f.hospital_id = ${hospital_id} and f.status = 'OPEN'
        and c.account_manager_id is not null and f.due_on < ${nextDay(day, -escalated_after_days)}
      order by 3, 4`,
  )
