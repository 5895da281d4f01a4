// Lists that are told once a day: a job that runs again on the same day tells nobody a second time
// (front office 7). What was told stands in the audit log, and is read from there.

import type { Caller } from '../../../core/caller.ts'
import { startOfDay } from '../../../core/clock.ts'
import { row, rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { record } from '../audit/record.ts'
import { hospitalOf, today } from '../hospitals/hospitals.ts'

const action = 'notice.list'

/** `tellAll` answers how much there was to tell; nothing leaves no trace. In a transaction. */
export async function onceToday(
  caller: Caller,
  kind: string,
  tellAll: () => Promise<number>,
): Promise<number> {
  const { timezone } = await hospitalOf(caller)
  const told = await row(
    sql`select 1 as yes from audit_rows where hospital_id = ${caller.hospital_id}
      and entity_label = ${kind} and action = ${action}
      and at >= ${startOfDay(timezone, await today(caller))} limit 1`,
  )
  if (told !== undefined) return 0
  const count = await tellAll()
  if (count > 0) record(caller, action, { entity_label: kind, rows: count })
  return count
}

/** Of these records the ones that no list of this kind has told of today; told they are with this. */
export async function untoldToday(
  caller: Caller,
  kind: string,
  ids: readonly string[],
): Promise<string[]> {
  const { timezone } = await hospitalOf(caller)
  const told = await rows<{ entity_id: string }>(
    sql`select entity_id from audit_rows where hospital_id = ${caller.hospital_id}
      and entity_id${oneOf(ids)} and entity_label = ${kind} and action = ${action}
      and at >= ${startOfDay(timezone, await today(caller))}`,
  )
  const known = new Set(told.map(({ entity_id }) => entity_id))
  const fresh = ids.filter((id) => !known.has(id))
  for (const entity_id of fresh) record(caller, action, { entity_id, entity_label: kind })
  return fresh
}

const named_most = 10

/** `A, B, C and 4 others`: a notice is read at a glance. */
export function namedFew(words: readonly string[]): string {
  const named = words.slice(0, named_most).join(', ')
  const more = words.length - named_most
  if (more <= 0) return named
  return `${named} and ${more === 1 ? '1 other' : `${more} others`}`
}
