// The lines of records that have some: of one, of many in one statement, written anew.

import type { Column } from './columns.ts'
import type { Of } from './record-of.ts'
import type { Columns, NewRow, RowOf, Table, Where } from './table.ts'

type LineColumns = Columns & { hospital_id: Column<string>; position: Column<number> }
type Line<C extends LineColumns> = Omit<NewRow<C>, 'hospital_id' | 'position'>

export interface LinesOf<C extends LineColumns, K extends keyof C> {
  of: (caller: Of, id: string) => Promise<RowOf<C>[]>
  /** By their record, for a list of records. */
  ofMany: (caller: Of, ids: readonly string[]) => Promise<Map<string, RowOf<C>[]>>
  add: (caller: Of, id: string, lines: readonly Omit<Line<C>, K>[], from?: number) => Promise<void>
  /** What stood there gives way to these, in their order. */
  replace: (caller: Of, id: string, lines: readonly Omit<Line<C>, K>[]) => Promise<void>
}

/** `linesOf(requisition_lines, 'requisition_id')`: counted from 1 in `position`. */
export function linesOf<C extends LineColumns, K extends keyof C & string>(
  table: Table<C>,
  of: K,
): LinesOf<C, K> {
  const all = ({ hospital_id }: Of, id: string | readonly string[]): Promise<RowOf<C>[]> =>
    table.all({ hospital_id, [of]: id } as unknown as Where<C>, { order: [of, 'position'] })
  const add: LinesOf<C, K>['add'] = async ({ hospital_id }, id, lines, from = 1) => {
    const placed = lines.map((line, at) => ({
      ...line,
      hospital_id,
      [of]: id,
      position: from + at,
    }))
    if (placed.length > 0) await table.insertMany(placed as unknown as NewRow<C>[])
  }
  return {
    of: all,
    async ofMany(caller, ids) {
      const found = new Map<string, RowOf<C>[]>(ids.map((id) => [id, []]))
      for (const line of await all(caller, ids)) found.get(line[of] as string)?.push(line)
      return found
    },
    add,
    async replace(caller, id, lines) {
      const { hospital_id } = caller
      await table.remove({ hospital_id, [of]: id } as unknown as Where<C>)
      await add(caller, id, lines)
    },
  }
}
