// Refunds that were approved and that nobody paid (BIL-79), every week.

import type { Caller } from '../../../../core/caller.ts'
import { days, instantIn } from '../../../../core/clock.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { purseOf } from '../../accounting/purse.ts'
import { tell } from '../../../neighbours/telling.ts'

const patience = 30

export async function remindRefunds(caller: Caller): Promise<number> {
  const found = await row<{ count: number; amount: number; first: string | null }>(
    sql`select count(*) as count, cast(coalesce(sum(amount), 0) as bigint) as amount,
        min(number) as first
      from refunds where hospital_id = ${caller.hospital_id} and status = 'APPROVED'
        and approved_at < ${instantIn(-days(patience))}`,
  )
  const count = Number(found?.count ?? 0)
  if (found === undefined || count === 0) return 0
  const { said } = await purseOf(caller)
  await tell(caller, {
    to: { role: 'manager' },
    kind: 'billing.refunds',
    title: 'Approved refunds are unpaid',
    body: `${count} refunds, ${said(Number(found.amount))} in all, wait for more than ${patience} days; the first is ${found.first}.`,
  })
  return count
}
