// A reversed entry's lines fall back to unmatched (3.2), unless a bank statement was approved on them.

import type { Caller } from '../../../../core/caller.ts'
import { rows, run } from '../../../../store/connection.ts'
import { changedBehind } from '../../../../store/outrun.ts'
import { conflict } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { EntryRow, LineRow } from '../posting/chain.ts'
import { statement_matches } from './tables.ts'

export async function unmatchEntry(
  { hospital_id }: Caller,
  { id }: EntryRow,
  lines: readonly LineRow[],
): Promise<void> {
  const matched = await rows<{ statement_line_id: string; status: string | null; on_date: string }>(
    sql`select m.statement_line_id, r.status, r.statement_date as on_date
      from statement_matches m join statement_lines s on s.id = m.statement_line_id
      left join reconciliations r on r.id = s.reconciliation_id
      where m.hospital_id = ${hospital_id} and m.line_id${oneOf(lines.map((line) => line.id))}`,
  )
  if (matched.length === 0) return
  const approved = matched.find(({ status }) => status === 'APPROVED')
  if (approved !== undefined) {
    throw conflict(`The reconciliation to ${approved.on_date} is APPROVED.`)
  }
  await statement_matches.remove({ hospital_id, entry_id: id })
  await recount(
    hospital_id,
    matched.map(({ statement_line_id }) => statement_line_id),
  )
}

/** What a statement line's matches add up to decides its state. */
export async function recount(hospital_id: string, ids: readonly string[]): Promise<void> {
  await run(
    sql`update statement_lines set matched_amount = coalesce((select sum(m.amount)
        from statement_matches m where m.statement_line_id = statement_lines.id), 0)
      where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
  )
  await run(
    sql`update statement_lines set version = version + 1,
        matched_at = case when matched_amount = 0 then null else matched_at end,
        status = case when matched_amount = 0 then 'NEW'
          when matched_amount = abs(amount) then 'MATCHED' else 'PART_MATCHED' end
      where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
  )
  changedBehind('statement_lines')
}
