// What hangs on the visits that an undone merge gives back (PAT-21, ruling 52): written since, for the record that was
// kept, and about what the other one came for.

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import { join, oneOf, raw, sql } from '../../../../store/sql.ts'
import { type Columns, tables } from '../../../../store/table.ts'
import type { Ids } from './repoint.ts'

/** A row names what it hangs on by a column that ends so. */
const names = /_id$/
/** Whose it is and where; and no visit hangs on another. */
const beside = new Set(['hospital_id', 'patient_id', 'facility_id'])
const needed = ['id', 'hospital_id', 'patient_id']

const leading = (columns: Columns): string[] =>
  Object.keys(columns).filter((column) => names.test(column) && !beside.has(column))

/** The snapshot of the merge, and step by step every row of the kept record that hangs on a visit of it. */
export async function withTheirs(caller: Caller, kept_id: string, moved: Ids): Promise<Ids> {
  const all: Ids = { ...moved }
  let found = moved['visits'] ?? []
  while (found.length > 0) {
    const next: string[] = []
    for (const { name, columns } of Object.values(tables)) {
      if (name === 'visits' || !needed.every((column) => column in columns)) continue
      const hanging = await hangingOn(caller, { name, columns, kept_id, on: found })
      const known = new Set(all[name])
      const fresh = hanging.filter((id) => !known.has(id))
      if (fresh.length === 0) continue
      all[name] = [...known, ...fresh]
      next.push(...fresh)
    }
    found = next
  }
  return all
}

async function hangingOn(
  { hospital_id }: Caller,
  {
    name,
    columns,
    kept_id,
    on,
  }: { name: string; columns: Columns; kept_id: string; on: readonly string[] },
): Promise<string[]> {
  const by = leading(columns).map((column) => sql`${raw(column)}${oneOf(on)}`)
  if (by.length === 0) return []
  const found = await rows<{ id: string }>(
    sql`select id from ${raw(name)} where hospital_id = ${hospital_id}
      and patient_id = ${kept_id} and (${join(by, ' or ')})`,
  )
  return found.map(({ id }) => id)
}
