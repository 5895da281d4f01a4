// What claims say is open, beside the ledger (ACC-111): money of a scheme above what its claims were due,
// held on 2202 until somebody sets it against something (BIL-121).

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import type { OpenItem } from '../../neighbours/books.ts'

/** Balances are kept as they stand: a day that is over is not told of. */
export async function claimItems(
  caller: Caller,
  grouping: string,
  as_of: string,
): Promise<readonly OpenItem[] | undefined> {
  if (grouping !== 'unapplied' || as_of < (await today(caller))) return undefined
  const found = await rows<OpenItem>(
    sql`select r.scheme_id as party_id, r.facility_id, r.number as reference,
        cast(r.amount + r.withheld_tax - coalesce((select sum(l.paid) from remittance_lines l
          where l.remittance_id = r.id), 0) as bigint) as amount
      from remittances r where r.hospital_id = ${caller.hospital_id} and r.status = 'POSTED'
      order by r.id`,
  )
  return found
    .map((item) => ({ ...item, party_kind: 'SCHEME', amount: Number(item.amount) }))
    .filter(({ amount }) => amount !== 0)
}
