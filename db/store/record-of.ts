// A record by its id: there, or 404 with its name.

import type { Caller } from '../core/caller.ts'
import { isId } from '../core/ids.ts'
import { noSuch } from '../core/refusal.ts'
import type { Column } from './columns.ts'
import type { Columns, RowOf, Table, Where } from './table.ts'

export type Of = Pick<Caller, 'hospital_id'>

/** A table of records of hospitals. */
export type RecordColumns = Columns & { id: Column<string>; hospital_id: Column<string> }

export interface Records<C extends RecordColumns, Who extends Of = Of> {
  get: (caller: Who, id: string) => Promise<RowOf<C>>
  /** Kept from others until the transaction ends: whatever is changed is read this way first. */
  locked: (caller: Who, id: string) => Promise<RowOf<C>>
}

/** `thing` is what people call it. Whoever may not see all of them is told the same as of none. */
export function recordOf<C extends RecordColumns, Who extends Of = Of>(
  table: Table<C>,
  thing: string,
  sees: (caller: Who, row: RowOf<C>) => boolean = () => true,
): Records<C, Who> {
  const found = async (caller: Who, id: string, lock: boolean): Promise<RowOf<C>> => {
    const { hospital_id } = caller
    const row = isId(id) ? await table.find({ hospital_id, id } as Where<C>, { lock }) : undefined
    if (row === undefined || !sees(caller, row)) throw noSuch(thing)
    return row
  }
  return {
    get: (caller, id) => found(caller, id, false),
    locked: (caller, id) => found(caller, id, true),
  }
}
