// What waits on, because its hour is quiet or its campaign has had its minute (MSG-478, MSG-306).
// Only the time is moved: whatever was never tried keeps its place in the order of its account.

import { returning, rows, run, within } from '../../store/connection.ts'
import { given } from '../../store/given.ts'
import { oneOf, raw, sql } from '../../store/sql.ts'

const at_once = 5000
const minute_ms = 60_000

/**
 * Promotional messages of an account whose window closed wait for the next opening; campaigns that
 * may ignore the quiet hours go on.
 */
export async function putOffUntil(
  account_id: string,
  lane: number,
  until: string,
  now: string,
): Promise<number> {
  let total = 0
  for (;;) {
    const moved = await within(
      () =>
        returning<{ id: string }>(sql`
          update msg_messages set due_at = ${until}, not_before = ${until}, updated_at = ${now}
          where id in (
            select m.id from msg_messages m
            left join msg_campaigns c on c.id = m.campaign_id
            where m.mode = 'live' and m.account_id = ${account_id} and m.lane = ${lane}
              and m.status = 'queued' and not m.submitted and m.due_at <= ${now}
              and (m.campaign_id is null or not c.ignore_quiet_hours)
            limit ${raw(String(at_once))})
          returning id`),
      'jobs',
    )
    total += moved.length
    if (moved.length < at_once) return total
  }
}

/** The same for messages that were tried and have to wait again. */
export async function putTheseOff(
  ids: readonly string[],
  until: string,
  now: string,
): Promise<void> {
  if (ids.length === 0) return
  await within(
    () =>
      run(sql`update msg_messages set due_at = ${until}, not_before = ${until}, updated_at = ${now}
        where id${oneOf(ids)} and status = 'queued'`),
    'jobs',
  )
}

/**
 * A campaign that has had its minute: what is due of it is spread over the minutes to come, as many
 * to each as it may have, so that nothing behind it in its account waits for it.
 */
export async function spreadOver(
  campaign_id: string,
  per_minute: number,
  from_ms: number,
  now: string,
): Promise<number> {
  return within(async () => {
    const due = await rows<{ id: string }>(sql`
      select id from msg_messages
      where campaign_id = ${campaign_id} and status = 'queued' and not submitted
        and due_at <= ${now}
      order by due_at, id limit ${raw(String(at_once))}`)
    if (due.length === 0) return 0
    const moved = due.map(({ id }, place) => ({
      id,
      due_at: new Date(from_ms + Math.floor(place / per_minute) * minute_ms).toISOString(),
    }))
    await run(sql`update msg_messages set due_at = given.due_at, updated_at = ${now}
      from ${given('given', { id: 'text', due_at: 'text' }, moved)}
      where msg_messages.id = given.id and msg_messages.status = 'queued'
        and not msg_messages.submitted`)
    return due.length
  }, 'jobs')
}
