// What a hospital has set as the most (PLT-139, PLT-145): texts of one day to one person, and what a
// month may cost. Codes and warnings are never stopped by it, email is not counted.

import { clock, dayIn, nextDay, startOfDay } from '../../../core/clock.ts'
import { row, run } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import type { Bridge } from './bridge.ts'
import type { outbox_messages } from './tables.ts'

type Text = Pick<
  RowOf<(typeof outbox_messages)['columns']>,
  'hospital_id' | 'class' | 'contact' | 'id'
>

/** When this text may go on; null: now. */
export async function cappedUntil(
  text: Text,
  settings: Bridge,
  time_zone: string,
): Promise<string | null> {
  if (text.class === 'ESSENTIAL') return null
  const day = dayIn(time_zone, clock.now())
  const month = startOfDay(time_zone, `${day.slice(0, 7)}-01`)
  if (settings.monthly_cap !== null && (await spentSince(text, month)) >= settings.monthly_cap)
    return startOfDay(time_zone, nextMonth(day))
  if (text.class !== 'SERVICE' || settings.daily_cap_per_person === 0) return null
  const sent = await sentSince(text, startOfDay(time_zone, day))
  return sent < settings.daily_cap_per_person ? null : startOfDay(time_zone, nextDay(day))
}

function nextMonth(day: string): string {
  let next = nextDay(`${day.slice(0, 7)}-28`)
  while (next.slice(0, 7) === day.slice(0, 7)) next = nextDay(next)
  return next
}

async function spentSince({ hospital_id }: Text, since: string): Promise<number> {
  const found = await row<{ spent: number | null }>(
    sql`select sum(cost) as spent from outbox_messages
        where hospital_id = ${hospital_id} and sent_at >= ${since} and sent_at is not null
          and channel in ('sms', 'whatsapp')`,
  )
  return Number(found?.spent ?? 0)
}

async function sentSince({ hospital_id, contact }: Text, since: string): Promise<number> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from outbox_messages
        where hospital_id = ${hospital_id} and contact = ${contact} and sent_at >= ${since}
          and sent_at is not null and channel in ('sms', 'whatsapp') and class = 'SERVICE'`,
  )
  return Number(found?.n ?? 0)
}

/** A cap was changed: what it held is looked at again. */
export const lookAgain = (hospital_id: string): Promise<number> =>
  run(
    sql`update outbox_messages set send_after = ${clock.instant()}
        where hospital_id = ${hospital_id} and status = 'HELD' and reason = 'cap'`,
  )
