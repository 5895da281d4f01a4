// At a merge of two records what the one owes, paid and is owed becomes the other's, and back at its
// undo (BIL-170). Numbers, amounts and the lines of the ledger stay as they are.

import { rows, run } from '../../../store/connection.ts'
import { oneOf, raw, sql } from '../../../store/sql.ts'
import { noteWritten } from '../../../store/table.ts'
import type { OnDeath, Repoint } from '../../registry.ts'

const tables = [
  'bills',
  'bill_items',
  'payments',
  'deposits',
  'credit_notes',
  'refunds',
  'waivers',
  'exemptions',
  'bill_overrides',
  'write_offs',
  'leakages',
] as const

export const repointPatient: Repoint = async ({ hospital_id }, { from, to, only }) => {
  const moved: Record<string, string[]> = {}
  for (const name of tables) {
    const chosen = only === undefined ? sql`` : sql` and id${oneOf(only[name] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select id from ${raw(name)} where hospital_id = ${hospital_id}
        and patient_id = ${from}${chosen} order by id`,
    )
    if (found.length === 0) continue
    const ids = found.map(({ id }) => id)
    if (name === 'bills') await oneRunning(hospital_id, ids, to)
    await run(
      sql`update ${raw(name)} set patient_id = ${to}
        where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
    )
    noteWritten(name, ids)
    moved[name] = ids
  }
  return moved
}

/** Of two drafts that gather charges the kept record's goes on gathering (BIL-1). */
const oneRunning = (hospital_id: string, ids: readonly string[], to: string): Promise<number> =>
  run(
    sql`update bills set running = ${false} where hospital_id = ${hospital_id} and running
      and id${oneOf(ids)} and running_key in (select k.running_key from bills k
        where k.hospital_id = ${hospital_id} and k.patient_id = ${to} and k.running)`,
  )

/** Bills, deposits and claims stay as they are; nothing here writes to the patient by itself. */
export const onDeath: OnDeath = async () => ({})
