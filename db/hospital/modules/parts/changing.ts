// The tables of a module as a list, and written anew as a whole (MOD-15).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { noSuch, Refusal } from '../../../core/refusal.ts'
import { read } from '../../../core/validate.ts'
import { takeTurn } from '../../../store/turn.ts'
import { record } from '../../office/audit/record.ts'
import { lastOf, type PartTable } from './part-table.ts'
import type { ModuleTable, ModuleTableInput } from './shapes.ts'
import { part_tables } from './tables.ts'

export const list = (caller: Caller, tables: readonly PartTable[]): Promise<ModuleTable[]> =>
  Promise.all(tables.map((table) => shown(caller, table)))

async function shown(caller: Caller, table: PartTable): Promise<ModuleTable> {
  const last = await lastOf(caller, table)
  return {
    key: table.key,
    title: table.title,
    rows: last?.rows ?? table.shipped.map((row) => ({ ...(row as object) })),
    version_no: last?.version_no ?? 0,
    source: table.source,
    confirmed_by_name: last?.confirmed_by_name ?? null,
    confirmed_at: last?.confirmed_at ?? null,
    changed_by_name: last?.changed_by_name ?? null,
  }
}

export function tableCalled(tables: readonly PartTable[], key: string): PartTable {
  const found = tables.find((table) => table.key === key)
  if (found === undefined) throw noSuch('table')
  return found
}

export async function put(
  caller: Caller,
  table: PartTable,
  { rows: typed, reason, confirm = false }: ModuleTableInput,
): Promise<ModuleTable> {
  const { hospital_id } = caller
  const rows = rowsRead(table, typed)
  await takeTurn(`table ${hospital_id} ${table.module} ${table.key}`)
  const last = await lastOf(caller, table)
  const version_no = (last?.version_no ?? 0) + 1
  await part_tables.insert({
    hospital_id,
    module: table.module,
    table_key: table.key,
    version_no,
    rows,
    reason,
    changed_by_name: caller.name,
    confirmed_by_name: confirm ? caller.name : null,
    confirmed_at: confirm ? clock.instant() : null,
  })
  record(caller, 'module_table.write', {
    entity_type: 'module_table',
    entity_id: null,
    entity_label: `${table.module} ${table.key}`,
    reason,
    changes: { version_no: [version_no - 1, version_no] },
  })
  return shown(caller, table)
}

/** The whole table is judged before any of it is kept; the sentence names the row. */
function rowsRead(
  table: PartTable,
  typed: readonly Record<string, unknown>[],
): Record<string, unknown>[] {
  const most = table.rows_max ?? 2000
  if (typed.length > most) throw new Refusal(400, 'invalid', `rows takes ${most} rows at most.`)
  const rows = typed.map((row, index) => rowRead(table, row, index))
  const fault = table.check?.(rows) ?? null
  if (fault !== null) throw new Refusal(400, 'invalid', fault)
  return rows
}

function rowRead(
  { row }: PartTable,
  typed: Record<string, unknown>,
  index: number,
): Record<string, unknown> {
  try {
    return read(row, typed) as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(400, 'invalid', `rows[${index}].${error.message}`)
  }
}
