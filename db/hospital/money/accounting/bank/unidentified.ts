// Money that came by a bank statement and that nobody knew (ACC-57, BIL-124): it stands in suspense until
// whoever knows it names its statement line.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { statement_lines } from './tables.ts'
import { accountFor } from '../posting/offers.ts'

/**
 * How much of a statement line was booked as unidentified, in minor units; nothing where there is no such
 * line. It is kept from others until the transaction ends: nobody spends it twice.
 */
export async function unidentifiedOf(caller: Caller, id: string): Promise<number | undefined> {
  const { hospital_id } = caller
  const line = await statement_lines.find({ hospital_id, id }, { lock: true })
  if (line === undefined) return undefined
  const suspense = await accountFor(caller, { role: 'suspense' })
  const booked = await row<{ amount: number }>(
    sql`select cast(coalesce(sum(m.amount), 0) as bigint) as amount from statement_matches m
      where m.hospital_id = ${hospital_id} and m.statement_line_id = ${id}
        and exists (select 1 from journal_lines s where s.entry_id = m.entry_id
          and s.account_id = ${suspense.id} and s.credit > 0)`,
  )
  return Number(booked?.amount ?? 0)
}
