// A table of a module: what ships, what a row must be, and what stands in a hospital now (MOD-15).

import type { Caller } from '../../../core/caller.ts'
import type { Static, TSchema } from '../../../core/kinds/kinds.ts'
import type { Module } from '../../modules.ts'
import { part_tables } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>

export interface PartTable<S extends TSchema = TSchema> {
  readonly module: Module
  readonly key: string
  readonly title: string
  /** Whose knowledge it is, or that it is an example. */
  readonly source: string
  /** Of clinical knowledge: until it is confirmed, screens and papers say so. */
  readonly clinical: boolean
  readonly row: S
  readonly shipped: readonly Static<S>[]
  /** What no single row can say of itself; a sentence, or null. */
  readonly check?: (rows: readonly Static<S>[]) => string | null
  readonly rows_max?: number
}

export interface Standing<Row> {
  rows: readonly Row[]
  version_no: number
  confirmed: boolean
}

export const partTable = <const S extends TSchema>(table: PartTable<S>): PartTable<S> => table

/** What is in force: the hospital's last edition, else what ships. */
export async function standing<S extends TSchema>(
  of: Of,
  table: PartTable<S>,
): Promise<Standing<Static<S>>> {
  const last = await lastOf(of, table)
  if (last === undefined) return { rows: table.shipped, version_no: 0, confirmed: false }
  return {
    rows: last.rows as Static<S>[],
    version_no: last.version_no,
    confirmed: last.confirmed_at !== null,
  }
}

export const rowsIn = async <S extends TSchema>(
  of: Of,
  table: PartTable<S>,
): Promise<readonly Static<S>[]> => (await standing(of, table)).rows

/** Of a table that is one row, as SETTINGS are. */
export async function rowIn<S extends TSchema>(of: Of, table: PartTable<S>): Promise<Static<S>> {
  const [row] = await rowsIn(of, table)
  if (row === undefined) throw new Error(`${table.module} ${table.key} has no row`)
  return row
}

/** Said on screens and papers that rest on a clinical table nobody has confirmed yet; null: it is confirmed. */
export async function unconfirmed(of: Of, table: PartTable): Promise<string | null> {
  if (!table.clinical || (await standing(of, table)).confirmed) return null
  return 'Default table, not yet confirmed by this hospital'
}

export async function lastOf({ hospital_id }: Of, { module, key }: PartTable) {
  const [last] = await part_tables.all(
    { hospital_id, module, table_key: key },
    { order: ['-version_no'], limit: 1 },
  )
  return last
}
