// Which records are sealed: each area says it of its own (`Brings.seals`), a column at a time, so that a
// column which is added later is sealed too.

import type { Columns, Table } from '../../../store/table.ts'
import type { SealKind, SealPart } from '../../registry.ts'

type Key<C extends Columns> = keyof C & string

interface Rules<C extends Columns> {
  called: Key<C>
  once?: Key<C>
  moves?: readonly Key<C>[]
  parts?: readonly SealPart[]
}

export const sealed = <C extends Columns>(
  kind: string,
  table: Table<C>,
  { called, once, moves = [], parts = [] }: Rules<C>,
): SealKind => ({
  kind,
  table: table as unknown as Table,
  called,
  once: once ?? null,
  moves,
  parts,
})

export const partOf = <C extends Columns>(
  table: Table<C>,
  of: Key<C>,
  moves: readonly Key<C>[] = [],
): SealPart => ({ table: table as unknown as Table, of, moves })

/** What every table keeps of itself. */
const own = ['updated_at', 'version', 'search_text']

export const sealedColumns = ({ table, moves }: Pick<SealKind, 'table' | 'moves'>): string[] =>
  Object.keys(table.columns).filter((name) => !own.includes(name) && !moves.includes(name))
