// What hangs on a patient follows a merge and goes back at its undo (PAT-19, PAT-21).

import type { Caller } from '../../../../core/caller.ts'
import { rows, run } from '../../../../store/connection.ts'
import { nothing, oneOf, raw, type Sql, sql } from '../../../../store/sql.ts'

export type Ids = Record<string, string[]>
export interface Repointing {
  from: string
  to: string
  /** The rows of an undo, by table. */
  only?: Readonly<Record<string, readonly string[]>>
}

/** Lists are joined: what the kept record has already stays where it is. */
const equal: Record<string, string> = {
  patient_identifiers: 'k.type = t.type and k.value_key = t.value_key and not k.voided',
  patient_kin:
    'lower(k.full_name) = lower(t.full_name) and k.relationship = t.relationship and k.removed_at is null',
  patient_alerts: "k.kind = t.kind and k.text = t.text and k.status = 'ACTIVE'",
  vulnerable_groups: "k.tag = t.tag and k.status in ('PENDING', 'CONFIRMED')",
  // What the kept record's person decided stands beside it; the latest counts.
  patient_consents: 'k.id = t.id',
  patient_relationships: 'k.kind = t.kind and k.other_patient_id = t.other_patient_id',
}

export async function repointPatient(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { from, to, only }: Repointing,
): Promise<Ids> {
  const moved: Ids = {}
  for (const [table, alike] of Object.entries(equal)) {
    const own: Sql =
      only === undefined
        ? sql` and not exists (select 1 from ${raw(table)} k where k.patient_id = ${to} and ${raw(alike)})`
        : sql` and t.id${oneOf(only[table] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select t.id from ${raw(table)} t where t.hospital_id = ${hospital_id} and t.patient_id = ${from}${own}${only === undefined ? nothing : unvoided(table)}`,
    )
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) continue
    await run(
      sql`update ${raw(table)} set patient_id = ${to} where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
    )
    moved[table] = ids
  }
  return moved
}

/** What was voided since stays with the kept record. */
const unvoided = (table: string): Sql =>
  table === 'patient_identifiers' ? raw(' and not t.voided') : nothing
