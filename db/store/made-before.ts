// A form typed without network brings the id of its record along and may be sent twice (FRO-6): the
// second time nothing is made, the record that stands is answered, and with 200 instead of 201.

import type { Caller } from '../core/caller.ts'
import { noted, peek, row } from './connection.ts'
import { isId } from '../core/ids.ts'
import { conflict, invalid } from '../core/refusal.ts'
import { raw, sql } from './sql.ts'
import type { Table } from './table.ts'
import { takeTurn } from './turn.ts'

const mark = Symbol('made before')

/** Whether the transaction in hand found its record standing already. */
export const wasMadeBefore = (): boolean => peek(mark) !== undefined

export async function madeBefore(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  // oxlint-disable-next-line typescript/no-explicit-any -- of any table that has an id
  { name }: Pick<Table<any>, 'name'>,
  id: string | undefined,
): Promise<boolean> {
  if (id === undefined) return false
  if (!isId(id) || id[14] !== '7' || id !== id.toLowerCase()) {
    throw invalid('id', 'must be a UUID of version 7, in small letters.')
  }
  await oneAtATime(id)
  const found = await row<{ hospital_id: string }>(
    sql`select hospital_id from ${raw(name)} where id = ${id}`,
  )
  if (found === undefined) return false
  if (found.hospital_id !== hospital_id) throw conflict('This id is already in use.')
  noted(mark, () => true)
  return true
}

/** Sent twice at once: the second waits for the first. */
const oneAtATime = (id: string): Promise<void> => takeTurn(`made ${id}`)
