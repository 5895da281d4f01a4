// The vital tables of a hospital (VIT-20): those in force, and drafts that somebody else must adopt.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { raw, sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { holders, roleNames } from '../../office/access/users/holders.ts'
import { record } from '../../office/audit/record.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { isId } from '../../../core/ids.ts'
import { type GrowthRow, growthRows, withSets } from './growth-sets.ts'
import type { GrowthSet, RowsOf } from './rows.ts'
import { shipped_tables } from './shipped/tables.ts'
import { checkRows } from './table-check.ts'
import type { VitalTable, VitalTableInput } from './table-shapes.ts'
import { vital_tables } from './tables.ts'
import { table_codes, type TableCode } from './words.ts'

type Row = RowOf<(typeof vital_tables)['columns']>
type Of = Pick<Caller, 'hospital_id'>

/** For a new hospital: every table as it ships, in force and not yet adopted by anybody. */
export async function shipVitalTables(hospital_id: string): Promise<void> {
  await vital_tables.insertMany(
    shipped_tables.map(({ code, rows, source, effective_from }) => ({
      hospital_id,
      code,
      edition: 1,
      rows: rows as unknown as Record<string, unknown>[],
      source,
      effective_from,
      written_by: 'Kituo',
      in_force: true,
    })),
  )
}

/** The one in force and the drafts that are newer; with a code, of that table alone. */
export async function list({ hospital_id }: Caller, code?: TableCode): Promise<VitalTable[]> {
  const found = await vital_tables.read(
    sql`select ${vital_tables.selection('t')} from vital_tables t${where([
      sql`t.hospital_id = ${hospital_id}`,
      when(code, sql`t.code = ${code}`),
      sql`(t.in_force or t.adopted_at is null)`,
    ])}${raw(' order by t.code, t.edition')}`,
  )
  const order = (row: Row): number => table_codes.indexOf(row.code)
  return found.sort((a, b) => order(a) - order(b) || a.edition - b.edition).map(view)
}

export const find = async (caller: Of, code: string, version?: number): Promise<VitalTable> =>
  view(await rowOf(caller, code, version))

/** Without a version: the one in force. */
export async function rowOf({ hospital_id }: Of, code: string, version?: number): Promise<Row> {
  if (isCode(code)) {
    const which = version === undefined ? { in_force: true } : { edition: version }
    const found = await vital_tables.find({ hospital_id, code, ...which })
    if (found !== undefined) return found
  }
  throw noSuch('vital table')
}

const isCode = (word: string): word is TableCode =>
  !isId(word) && (table_codes as readonly string[]).includes(word)

/** A number as it stands in a path; anything else is no version. */
export async function versionOf(caller: Of, code: string, version: string): Promise<Row> {
  if (!/^[1-9]\d{0,5}$/.test(version)) throw noSuch('vital table')
  return rowOf(caller, code, Number(version))
}

export async function write(
  caller: Caller,
  code: string,
  input: VitalTableInput,
): Promise<VitalTable> {
  const current = await rowOf(caller, code)
  const { source, effective_from } = input
  if (current.code === 'GROWTH') {
    const rows = growthRows(input.rows, (index) => `row ${index + 1}`)
    return writeGrowth(caller, { rows, source, effective_from })
  }
  checkRows(current.code, input.rows)
  const { edition } = await next(caller, current)
  return draft(caller, { code: current.code, edition, rows: input.rows, source, effective_from })
}

/** VIT-15: the version holds what its writer's last draft held, else what is in force. */
export async function writeGrowth(
  caller: Caller,
  { rows, source, effective_from }: GrowthInput,
): Promise<VitalTable> {
  const current = await rowOf(caller, 'GROWTH')
  const { edition, last } = await next(caller, current)
  const own = last !== undefined && last.edition > current.edition && last.adopted_at === null
  const base = own && last.written_by_id === caller.user_id ? last : current
  const on = effective_from ?? (await today(caller))
  const before = base.rows as unknown as GrowthSet[]
  const sets = await withSets(caller, before, rows, source, on)
  return draft(caller, {
    code: 'GROWTH',
    edition,
    rows: sets as unknown as Record<string, unknown>[],
    source,
    effective_from: on,
  })
}

export interface GrowthInput {
  rows: readonly GrowthRow[]
  source: string
  effective_from?: string | undefined
}

async function next(
  { hospital_id }: Of,
  current: Row,
): Promise<{ edition: number; last: Row | undefined }> {
  // The row in force stands for the table: two drafts at once are one after the other.
  await vital_tables.find({ hospital_id, id: current.id }, { lock: true })
  const [last] = await vital_tables.all(
    { hospital_id, code: current.code },
    { order: ['-edition'], limit: 1 },
  )
  return { edition: (last?.edition ?? 0) + 1, last }
}

async function draft(
  caller: Caller,
  asked: Pick<Row, 'code' | 'edition' | 'rows' | 'source'> & {
    effective_from?: string | undefined
  },
): Promise<VitalTable> {
  const made = await vital_tables.insert({
    ...asked,
    hospital_id: caller.hospital_id,
    effective_from: asked.effective_from ?? (await today(caller)),
    written_by: caller.name,
    written_by_id: caller.user_id,
  })
  note(caller, 'vital_table.write', made, { to_state: 'DRAFT' })
  return view(made)
}

export async function adopt(
  caller: Caller,
  code: string,
  version: string,
  why: string,
): Promise<VitalTable> {
  const { hospital_id } = caller
  const draft = await versionOf(caller, code, version)
  if (draft.adopted_at !== null) {
    throw conflict(`${draft.code} version ${draft.edition} was adopted already.`, 'state')
  }
  const alone = await mayAdopt(caller, draft)
  const changes = {
    adopted_by: caller.name,
    adopted_at: clock.instant(),
    adopt_note: why,
    in_force: true,
  }
  await vital_tables.change({ hospital_id, code: draft.code, in_force: true }, { in_force: false })
  await vital_tables.change({ hospital_id, id: draft.id }, changes)
  note(caller, 'vital_table.adopt', draft, {
    from_state: draft.in_force ? 'SHIPPED' : 'DRAFT',
    to_state: 'IN_FORCE',
    reason: why,
    ...(alone ? { query: { sole_account: true } } : {}),
  })
  return view({ ...draft, ...changes })
}

/** Nobody adopts what he or she wrote; in a house of one account there is nobody else (FRO-1). */
async function mayAdopt(caller: Caller, draft: Row): Promise<boolean> {
  if (draft.written_by_id === null || draft.written_by_id !== caller.user_id) return false
  if ((await holders(caller, 'self:use')).length === 1) return true
  const others = (await roleNames(caller, 'clinical-table:manage')).join(' or ')
  throw conflict(`You wrote this version. Another ${others} must adopt it.`)
}

function note(caller: Caller, action: string, row: Row, more: Parameters<typeof record>[2]): void {
  record(caller, action, {
    entity_type: 'vital_table',
    entity_id: row.id,
    entity_label: `${row.code} ${row.edition}`,
    ...more,
  })
}

function view(row: Row): VitalTable {
  const { code, edition, rows, source, effective_from, written_by } = row
  const { adopted_by, adopted_at, in_force } = row
  return {
    code,
    version: edition,
    rows,
    source,
    effective_from,
    written_by,
    adopted_by,
    adopted_at,
    in_force,
  }
}

export interface InForce<C extends TableCode = TableCode> {
  rows: RowsOf[C]
  version: number
  adopted: boolean
}

/** What counts now, of as many tables as are asked for, in one statement. */
export async function inForce<const C extends TableCode>(
  { hospital_id }: Of,
  codes: readonly C[],
): Promise<{ [K in C]: InForce<K> }> {
  const found = await vital_tables.all({ hospital_id, code: [...codes], in_force: true })
  return Object.fromEntries(
    codes.map((code) => {
      const row = found.find((one) => one.code === code)
      if (row === undefined) throw new Error(`the vital table ${code} was not shipped`)
      const { rows, edition, adopted_at } = row
      return [code, { rows, version: edition, adopted: adopted_at !== null }]
    }),
  ) as unknown as { [K in C]: InForce<K> }
}
