// Records whose own sums do not add up (ACC-122): each area says by what rule, all count them alike.

import { row } from '../../connection.ts'
import { join, type Sql, sql } from '../../sql.ts'
import type { SumsProof } from '../neighbours/books.ts'

export interface Looked {
  /** How many records were looked at: one number. */
  checked: Sql
  /** Each selects `broken`: the rule and the record, `BIL-17 INV-2026-000012`. */
  broken: readonly Sql[]
}

export async function unsound({ checked, broken }: Looked): Promise<SumsProof> {
  const found = await row<{ failed: number; first: string | null }>(
    sql`select count(*) as failed, min(broken) as first from (${join(broken, ' union all ')}) b`,
  )
  const of = await row<{ n: number }>(checked)
  return {
    checked: Number(of?.n ?? 0),
    failed: Number(found?.failed ?? 0),
    first: found?.first ?? null,
  }
}
