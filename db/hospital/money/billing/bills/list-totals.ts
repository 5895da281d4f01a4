// What a list comes to beside how long it is (`meta.totals` of chapter 5), in the one statement that
// counts it.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { join, raw, type Sql, sql } from '../../../../store/sql.ts'
import { seesSums } from '../../accounting/blind.ts'
import { purseOf } from '../../accounting/purse.ts'

export interface ListTotals<K extends string> {
  total: number
  /** Major units; nothing for whoever has yet to count a drawer blind (BIL-93). */
  totals: Record<K, number> | undefined
}

/** Names with what is summed under each: a column, or a sum of columns. */
export async function totalsOf<K extends string>(
  caller: Caller,
  from: Sql,
  summed: Readonly<Record<K, string>>,
): Promise<ListTotals<K>> {
  const purse = await purseOf(caller)
  const names = Object.keys(summed) as K[]
  const sums = names.map(
    (name) => sql`cast(coalesce(sum(${raw(summed[name])}), 0) as bigint) as ${raw(`sum_${name}`)}`,
  )
  const found = await row<Record<string, number>>(
    sql`select count(*) as n, ${join(sums, ', ')}${from}`,
  )
  const totals = Object.fromEntries(
    names.map((name) => [name, purse.major(Number(found?.[`sum_${name}`] ?? 0))]),
  ) as Record<K, number>
  const total = Number(found?.['n'] ?? 0)
  return { total, totals: (await seesSums(caller)) ? totals : undefined }
}
