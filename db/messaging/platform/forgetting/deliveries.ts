// What the account's own systems were told of a person. A delivery that still waits goes out with
// the hash in the number's place: the receiver learns the end of its message, and no number. Words
// of the person are told no more (decision 0159).

import { clock } from '../../../core/clock.ts'
import { run } from '../../../store/connection.ts'
import { oneOf, sql, type Sql } from '../../../store/sql.ts'
import type { Person } from '../../contacts/forgotten.ts'

/** Happenings of our own making: what waits keeps its bytes but for the number. */
export async function forgetDeliveriesOf({ phone, hash }: Person, which: Sql): Promise<void> {
  await forgetReplies(which)
  await run(sql`update msg_deliveries set body = null where ${which} and status <> 'pending'`)
  await run(sql`update msg_deliveries set body = replace(body, ${phone}, ${hash})
    where ${which} and status = 'pending'`)
}

/** What the person wrote. */
export async function dropDeliveries(which: Sql): Promise<void> {
  await forgetReplies(which)
  await run(sql`update msg_deliveries set status = 'cancelled', next_attempt_at = null,
      finished_at = ${clock.instant()} where ${which} and status = 'pending'`)
  await run(sql`update msg_deliveries set body = null where ${which}`)
}

/** A receiver may have answered with what it was sent. */
const forgetReplies = (which: Sql): Promise<unknown> =>
  run(sql`update msg_attempts set response_start = null
    where delivery_id in (select id from msg_deliveries where ${which})`)

const of_ours = ['opt_out.created', 'opt_out.removed', 'whatsapp.status']
const of_theirs = ['whatsapp.received', 'sms.received']

/** Of these events the number is known only by their words. */
export async function forgetEvents(person: Person): Promise<void> {
  const { owner, phone } = person
  const own = sql`account_id = ${owner.account_id} and mode = ${owner.mode}`
  const named = `%${phone}%`
  await forgetDeliveriesOf(person, sql`${own} and event${oneOf(of_ours)} and body like ${named}`)
  await dropDeliveries(sql`${own} and event${oneOf(of_theirs)} and body like ${named}`)
  await run(sql`update msg_events set data = '{}' where ${own}
    and type${oneOf([...of_ours, ...of_theirs])} and cast(data as text) like ${named}`)
}
