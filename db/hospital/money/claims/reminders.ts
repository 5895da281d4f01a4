// What the insurers' desk is told of (7): denials nobody decides (BIL-126), months whose claims are late,
// batches of the month that is over. Nothing is written off by itself.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { purseOf } from '../accounting/purse.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { tell } from '../../neighbours/telling.ts'

interface Denied {
  name: string
  appeal_days: number
  denied_on: string
  count: number
  amount: number
}

/** Every morning: past the days of appeal to the officers, past twice of them to the manager too. */
export async function remindDenials(caller: Caller): Promise<number> {
  const day = await today(caller)
  const left = sql`l.denied - l.appealed - l.accepted - l.to_patient`
  const found = await rows<Denied>(
    sql`select s.name, s.appeal_days, l.denied_on, count(*) as count,
        cast(sum(${left}) as bigint) as amount
      from claim_lines l join claims c on c.id = l.claim_id join schemes s on s.id = c.scheme_id
      where l.hospital_id = ${caller.hospital_id} and l.denied > 0 and ${left} > 0
        and l.denied_on is not null
      group by s.name, s.appeal_days, l.denied_on order by s.name, l.denied_on`,
  )
  const about = { kind: 'claims.reminder', title: 'Denied lines wait for a decision' }
  const { said } = await purseOf(caller)
  let count = 0
  for (const [role, times] of [
    ['insurance', 1],
    ['manager', 2],
  ] as const) {
    const late = found.filter((one) => one.denied_on < nextDay(day, -times * one.appeal_days))
    const words = bySchemes(late, said)
    if (words.length > 0) await told(caller, { role }, about, words)
    count += words.length
  }
  return count
}

function bySchemes(late: readonly Denied[], said: (minor: number) => string): string[] {
  const sums = new Map<string, { count: number; amount: number }>()
  for (const { name, count, amount } of late) {
    const sum = sums.get(name) ?? { count: 0, amount: 0 }
    sums.set(name, { count: sum.count + Number(count), amount: sum.amount + Number(amount) })
  }
  return [...sums].map(([name, sum]) => `${name}: ${sum.count} lines, ${said(sum.amount)}`)
}

/** Months whose day is past while a batch of them is not submitted (claim_due_day). */
export async function remindBatches(caller: Caller): Promise<number> {
  const day = await today(caller)
  const month = day.slice(0, 7)
  const before = nextDay(`${month}-01`, -1).slice(0, 7)
  const found = await rows<{ number: string; name: string; month: string; due: number }>(
    sql`select b.number, s.name, b.month, s.claim_due_day as due
      from claim_batches b join schemes s on s.id = b.scheme_id
      where b.hospital_id = ${caller.hospital_id} and b.status in ('OPEN', 'SEALED')
        and s.claim_due_day is not null and b.month < ${month} order by b.month, b.number`,
  )
  const late = found.filter((one) => one.month < before || Number(day.slice(8)) > one.due)
  const words = late.map((one) => `${one.number} of ${one.name}, ${one.month}`)
  const about = { kind: 'claims.reminder', title: 'Claims are past their day' }
  if (words.length > 0) await told(caller, { role: 'insurance' }, about, words)
  return words.length
}

/** On the first of a month: what of the month before is still open. */
export async function remindMonth(caller: Caller): Promise<number> {
  const month = (await today(caller)).slice(0, 7)
  const found = await rows<{ number: string; name: string; month: string }>(
    sql`select b.number, s.name, b.month from claim_batches b join schemes s on s.id = b.scheme_id
      where b.hospital_id = ${caller.hospital_id} and b.status = 'OPEN' and b.month < ${month}
      order by b.month, b.number`,
  )
  const words = found.map((one) => `${one.number} of ${one.name}, ${one.month}`)
  const about = { kind: 'claims.reminder', title: 'Batches of past months are open' }
  if (words.length > 0) await told(caller, { role: 'insurance' }, about, words)
  return words.length
}

const told = (
  caller: Caller,
  to: { role: string },
  about: { kind: string; title: string },
  words: readonly string[],
) => tell(caller, { to, ...about, body: `${words.join('; ')}.`.slice(0, 300) })
