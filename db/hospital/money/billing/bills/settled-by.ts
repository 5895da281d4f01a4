// By what a bill was settled (2.3): payments that were put on it, and credit notes against it.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { purseOf } from '../../accounting/purse.ts'
import { find } from './bills.ts'
import type { BillFound } from './shapes.ts'

export const look = async (caller: Caller, id: string): Promise<BillFound> => ({
  ...(await find(caller, id)),
  payments: await paymentsOn(caller, id),
  credit_notes: await creditNotesOn(caller, id),
})

/** With what each put on this bill; one that was reversed put nothing on it that lasts. */
async function paymentsOn(caller: Caller, id: string): Promise<BillFound['payments']> {
  const found = await rows<BillFound['payments'][number]>(
    sql`select p.id, p.number, p.received_at as date, p.method, p.status,
        cast(sum(a.amount - a.returned) as bigint) as amount
      from payment_allocations a join payments p on p.id = a.payment_id
      where a.hospital_id = ${caller.hospital_id} and a.bill_id = ${id}
        and (a.live = ${true} or p.status = 'REVERSED')
      group by p.id, p.number, p.received_at, p.method, p.status
      order by p.received_at, p.id`,
  )
  const { major } = await purseOf(caller)
  return found.map((one) => ({ ...one, amount: major(Number(one.amount)) }))
}

async function creditNotesOn(caller: Caller, id: string): Promise<BillFound['credit_notes']> {
  const found = await rows<BillFound['credit_notes'][number] & { total: number }>(
    sql`select id, number, coalesce(issued_at, created_at) as date, reason_code as kind, status,
        total from credit_notes
      where hospital_id = ${caller.hospital_id} and bill_id = ${id} order by created_at, id`,
  )
  const { major } = await purseOf(caller)
  return found.map(({ total, ...one }) => ({ ...one, amount: major(Number(total)) }))
}
