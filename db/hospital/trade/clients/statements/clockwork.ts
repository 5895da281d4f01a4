// The statements of a month, sent by the house on the day that the hospital has set (commercial 7).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { sql } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { monthsOn } from '../../../office/plans/days.ts'
import { statementFacts } from '../account.ts'
import { receiversOf } from '../contacts/receivers.ts'
import type { ClientRow } from '../record.ts'
import { settingsOf } from '../settings/settings.ts'
import { clients } from '../tables.ts'
import { carry, isEmpty, kept } from './send.ts'

const piece = 50

/** How many were seen to; each client once for each month, whoever asks again. A day that was missed is made up. */
export async function sendMonth(caller: Caller): Promise<number> {
  const day = await today(caller)
  const { statement_day } = await settingsOf(caller)
  if (statement_day === null || Number(day.slice(8)) < statement_day) return 0
  const first = `${day.slice(0, 8)}01`
  const period = { from: monthsOn(first, -1), to: nextDay(first, -1) }
  const found = await clients.read(
    sql`select ${clients.selection('c')} from clients c where c.hospital_id = ${caller.hospital_id}
      and c.status <> 'CLOSED' and not exists (select 1 from client_statements s
        where s.client_id = c.id and s.by_house and s.period_to = ${period.to})
      order by c.id limit ${piece}`,
  )
  for (const client of found) await sendOne(caller, client, period)
  return found.length
}

async function sendOne(
  caller: Caller,
  client: ClientRow,
  period: { from: string; to: string },
): Promise<void> {
  const found = await statementFacts(caller, client.id, period)
  const people = isEmpty(found) ? [] : await receiversOf(caller, client.id, 'STATEMENT', null)
  const sent_to = people.flatMap(({ full_name, email }) =>
    email === null ? [] : [{ contact_name: full_name, channel: 'EMAIL' as const, address: email }],
  )
  await kept(caller, found, sent_to, true)
  if (sent_to.length > 0) await carry(caller, found, sent_to)
}
