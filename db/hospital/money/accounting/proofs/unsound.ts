// Records whose own sums do not add up (ACC-122): each area says by what rule, all count them alike, a
// bounded number of records at a time, so that no statement grows with the years.

import { row, rows } from '../../../../store/connection.ts'
import { join, oneOf, type Sql, sql } from '../../../../store/sql.ts'
import type { SumsProof } from '../../../neighbours/books.ts'
import { at_once, inBatches } from './replayed.ts'

export interface Looked {
  /** `bills where hospital_id = …`: what is looked at, by its id. */
  records: Sql
  /** Left out: they are counted as what was looked at. */
  counted?: false
  /**
   * Each selects `broken`: the rule and the record, `BIL-17 INV-2026-000012`. `these`: `b.id${these}`
   * is true of those of the batch, which are the hospital's own.
   */
  broken: (these: Sql) => readonly Sql[]
}

export async function unsound(looked: readonly Looked[]): Promise<SumsProof> {
  const proof: SumsProof = { checked: 0, failed: 0, first: null }
  for (const { records, counted = true, broken } of looked) {
    const read = (after: string) =>
      rows<{ id: string }>(
        sql`select id from ${records} and id > ${after} order by id limit ${at_once}`,
      )
    for await (const batch of inBatches(read)) {
      const { failed, first } = await brokenOf(broken(oneOf(batch.map(({ id }) => id))))
      if (counted) proof.checked += batch.length
      proof.failed += failed
      if (first !== null && (proof.first === null || first < proof.first)) proof.first = first
    }
  }
  return proof
}

async function brokenOf(asked: readonly Sql[]): Promise<{ failed: number; first: string | null }> {
  const found = await row<{ failed: number; first: string | null }>(
    sql`select count(*) as failed, min(broken) as first from (${join(asked, ' union all ')}) b`,
  )
  return { failed: Number(found?.failed ?? 0), first: found?.first ?? null }
}
