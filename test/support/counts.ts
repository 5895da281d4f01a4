// What a database holds, in numbers: to see that a refusal left nothing.

import { system } from '../../db/caller.ts'
import { row } from '../../db/connection.ts'
import { verify } from '../../db/hospital/audit/verify.ts'
import { raw, sql } from '../../db/sql.ts'
import { tables } from '../../db/tables.ts'

/** Rows of every table but those named and the ones that count attempts and refusals. */
export async function rowCounts(...but: string[]): Promise<Record<string, number>> {
  const left_out = ['audit_rows', 'sign_ins', 'lockouts', 'open_counts', ...but]
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    if (left_out.includes(name)) continue
    counts[name] = (await row<{ n: number }>(sql`select count(*) as n from ${raw(name)}`))?.n ?? 0
  }
  return counts
}

/** Every row of the audit log follows from the one before it. */
export async function chainIsSound(hospital_id: string): Promise<boolean> {
  const { ok } = await verify(system(hospital_id))
  return ok
}
