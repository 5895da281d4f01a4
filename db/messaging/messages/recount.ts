// The usage of a day counted anew from the messages themselves (MSG-622): what the transactions kept
// along the way must be the same, row by row.

import { clock, dayIn, nextDay, startOfDay } from '../../core/clock.ts'
import { rows } from '../../store/connection.ts'
import { byDialect, sql, type Sql } from '../../store/sql.ts'
import { setting } from '../settings/settings.ts'
import { counters } from './usage.ts'

export { prove } from '../wallet/proof.ts'

export interface UsageDifference {
  account_id: string
  day: string
  what: string
}

/** Live messages of yesterday, each account by its own calendar. */
export async function recountYesterday(): Promise<{
  zones: number
  differences: UsageDifference[]
}> {
  const standard = await setting('time_zone')
  const zones = await rows<{ zone: string }>(
    sql`select distinct coalesce(time_zone, ${standard}) as zone from msg_accounts`,
  )
  const differences: UsageDifference[] = []
  for (const { zone } of zones) {
    const yesterday = nextDay(dayIn(zone, clock.now()), -1)
    differences.push(...(await recount(zone, standard, yesterday)))
  }
  return { zones: zones.length, differences }
}

async function recount(zone: string, standard: string, day: string): Promise<UsageDifference[]> {
  const of_zone = sql`account_id in (
    select id from msg_accounts where coalesce(time_zone, ${standard}) = ${zone})`
  const kept = await rows<Line>(sql`select account_id, channel, operator, sender_id, key_id,
      campaign_id, class, messages, segments, sent, delivered, failed, expired, opted_out, cancelled, cost,
      refunded, delivery_seconds, delivery_count
    from msg_usage where mode = 'live' and channel = 'sms' and day = ${day} and ${of_zone}`)
  const found = await rows<Line>(
    counted(of_zone, startOfDay(zone, day), startOfDay(zone, nextDay(day))),
  )
  return compared(kept, found, day)
}

type Line = Record<string, string | number>

const nameOf = (line: Line): string =>
  ['account_id', 'operator', 'sender_id', 'key_id', 'campaign_id', 'class']
    .map((column) => line[column])
    .join(' ')

function compared(kept: Line[], found: Line[], day: string): UsageDifference[] {
  const rest = new Map(kept.map((line) => [nameOf(line), line]))
  const differences: UsageDifference[] = []
  const compare = (line: Line, was: Line | undefined, is: Line | undefined): void => {
    const wrong = counters
      .filter((name) => Number(was?.[name] ?? 0) !== Number(is?.[name] ?? 0))
      .map((name) => `${name} ${was?.[name] ?? 0}, counted ${is?.[name] ?? 0}`)
    if (wrong.length === 0) return
    const where = `${line['operator']} ${line['sender_id']} ${line['class']}`
    differences.push({
      account_id: String(line['account_id']),
      day,
      what: `${where}: ${wrong.join('; ')}`,
    })
  }
  for (const line of found) {
    compare(line, rest.get(nameOf(line)), line)
    rest.delete(nameOf(line))
  }
  for (const line of rest.values()) compare(line, line, undefined)
  return differences
}

/** Final from its first moment: nobody ended it afterwards, and it was never on its way. */
const stillborn = sql`m.status = 'failed' and m.failure_reason in ('opted_out', 'no_route')
  and m.final_at = m.created_at and not m.submitted
  and not exists (select 1 from msg_message_notes n where n.message_id = m.id)`

/** Rounded as the counting transactions round: half a second up. */
const seconds = byDialect({
  sqlite: sql`(cast(round(1000 * unixepoch(m.final_at, 'subsec')) as integer)
    - cast(round(1000 * unixepoch(m.sent_at, 'subsec')) as integer) + 500) / 1000`,
  postgres: sql`floor(extract(epoch from m.final_at::timestamptz - m.sent_at::timestamptz) + 0.5)`,
})

/** A receipt that came before the operator's answer has no time from sent to delivered (MSG-623). */
const timed = sql`m.status = 'delivered' and m.sent_at is not null`

const sumWhen = (condition: Sql, value: Sql = sql`1`): Sql =>
  sql`sum(case when ${condition} then ${value} else 0 end)`

const counted = (of_zone: Sql, since: string, before: string): Sql => sql`
  select m.account_id, m.operator, m.sender_id, coalesce(b.key_id, '') as key_id,
    coalesce(m.campaign_id, '') as campaign_id, m.class, count(*) as messages,
    ${sumWhen(sql`not (${stillborn})`, sql`m.segments`)} as segments,
    ${sumWhen(sql`m.sent_at is not null`)} as sent,
    ${sumWhen(sql`m.status = 'delivered'`)} as delivered,
    ${sumWhen(sql`m.status = 'failed' and m.failure_reason <> 'opted_out'`)} as failed,
    ${sumWhen(sql`m.status = 'expired'`)} as expired,
    ${sumWhen(sql`m.status = 'failed' and m.failure_reason = 'opted_out'`)} as opted_out,
    ${sumWhen(sql`m.status = 'failed' and m.failure_reason = 'cancelled'`)} as cancelled,
    sum(m.cost) as cost, sum(m.refunded) as refunded,
    ${sumWhen(timed, seconds)} as delivery_seconds, ${sumWhen(timed)} as delivery_count
  from msg_messages m join msg_batches b on b.id = m.batch_id
  where m.mode = 'live' and m.created_at >= ${since} and m.created_at < ${before} and m.${of_zone}
  group by m.account_id, m.operator, m.sender_id, coalesce(b.key_id, ''),
    coalesce(m.campaign_id, ''), m.class`
