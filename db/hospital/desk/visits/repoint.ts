// Visits follow a merge and go back at its undo (PAT-19, PAT-21); two open ones cannot become one.

import type { Caller } from '../../../core/caller.ts'
import { rows, run } from '../../../store/connection.ts'
import { conflict } from '../../../core/refusal.ts'
import { oneOf, raw, sql } from '../../../store/sql.ts'
import type { Repoint } from '../../registry.ts'
import { openVisitRow } from './moves/open.ts'

const tables = ['visits', 'queue_entries', 'visit_triages'] as const

export const repointPatient: Repoint = async (caller, { from, to, only }) => {
  if (only === undefined) await notBothOpen(caller, from, to)
  const moved: Record<string, string[]> = {}
  for (const table of tables) {
    const chosen = only === undefined ? sql`` : sql` and id${oneOf(only[table] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select id from ${raw(table)} where hospital_id = ${caller.hospital_id}
        and patient_id = ${from}${chosen}`,
    )
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) continue
    await run(
      sql`update ${raw(table)} set patient_id = ${to}
        where hospital_id = ${caller.hospital_id} and id${oneOf(ids)}`,
    )
    moved[table] = ids
  }
  return moved
}

async function notBothOpen(caller: Caller, from: string, to: string): Promise<void> {
  const one = await openVisitRow(caller, to)
  const other = await openVisitRow(caller, from)
  if (one === undefined || other === undefined) return
  throw conflict(`Close visit ${one.number} or ${other.number} first.`)
}
