// Pending migrations on the copy that is open: how long they take, and what is proved after them (OPS-145).

import { proofs } from '../deployment/check.ts'
import { schemaIn } from '../deployment/schema.ts'
import { migrate, migrationState } from '../../store/migrate.ts'

export interface Rehearsed {
  from: number
  to: number
  applied: string[]
  wrong: string[]
  /** Of the migrations alone, as long as the live ones will take. */
  took_ms: number
}

export async function tried(): Promise<Rehearsed> {
  const before = await migrationState()
  const began = performance.now()
  await migrate()
  const took_ms = Math.round(performance.now() - began)
  const wrong: string[] = []
  for (const { full, run } of proofs) if (full !== true) wrong.push(...(await run()))
  const to = schemaIn(await migrationState())
  return { from: schemaIn(before), to, applied: before.pending, wrong, took_ms }
}
