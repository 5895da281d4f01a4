// How much a certificate has given so far, and what of a bill was given so.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { exemptions } from './exemption-tables.ts'

/** Above nought it gave more, below it was taken back. */
export async function usedMore(
  { hospital_id }: Caller,
  exemption_id: string | null,
  amount: number,
): Promise<void> {
  if (exemption_id === null) return
  const found = await exemptions.find({ hospital_id, id: exemption_id }, { lock: true })
  if (found === undefined) return
  const used = Math.max(0, found.used + amount)
  await exemptions.change({ hospital_id, id: exemption_id }, { used })
}

export async function exemptedOf({ hospital_id }: Caller, bill_id: string): Promise<number> {
  const found = await row<{ given: number }>(
    sql`select cast(coalesce(sum(amount), 0) as bigint) as given from waivers
      where hospital_id = ${hospital_id} and bill_id = ${bill_id}
        and kind = 'EXEMPTION' and status = 'APPROVED'`,
  )
  return Number(found?.given ?? 0)
}
