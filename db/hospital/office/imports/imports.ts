// Imports as people steer them: upload, map, commit, cancel (platform 2.17, 3.9, PLT-126 to 130).

import { type Caller, can } from '../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { newId } from '../../../core/ids.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noSuch, notPermitted } from '../../../core/refusal.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import { record } from '../audit/record.ts'
import { withinDays } from '../hospitals/days.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import { enqueue, stopOf } from '../jobs/jobs.ts'
import { facilityRecord } from '../places/facilities.ts'
import { type ImportKind, registry } from '../../registry.ts'
import { checkMapping, guessMapping } from './columns.ts'
import { csvHeadings } from './headings.ts'
import * as files from './files.ts'
import type { Import, ImportChange, ImportRow } from './shapes.ts'
import { import_rows, imports, type Options } from './tables.ts'
import { import_life, type row_states } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export type ImportRecord = RowOf<(typeof imports)['columns']>

/** A check older than this is made again before anything is written. */
const check_lasts_ms = hours(24)

export const rows_max = 50_000

const default_options: Options = {
  on_duplicate: 'ERROR',
  skip_errors: false,
  facility_id: null,
  date_order: null,
  delimiter: null,
}

export interface ImportFilter extends PageAsked {
  kind?: string
  status?: ImportRecord['status']
  from?: string
  to?: string
  search?: string
}

export async function list(caller: Caller, asked: ImportFilter): Promise<Page<Import>> {
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(imports, asked, {
    from: sql` from imports${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      when(asked.status, sql`status = ${asked.status}`),
      ...withinDays(sql`created_at`, timezone, asked),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: found.rows.map((one) => view(caller, one)), meta: found.meta }
}

export const find = async (caller: Caller, id: string): Promise<Import> =>
  view(caller, await importRecord.get(caller, id))

export interface Sent extends ImportChange {
  kind: string
  file_name: string
  bytes: Buffer
}

/** The file is read through once before anything is kept: its bytes, its headings, its length. */
export async function upload(caller: Caller, sent: Sent): Promise<Import> {
  const kind = kindOf(sent.kind)
  const options = await optionsFor(caller, sent.options)
  const headings = await csvHeadings(sent.bytes, options.delimiter, rows_max)
  const mapping =
    sent.mapping === undefined
      ? guessMapping(kind, headings)
      : checkMapping(kind, headings, sent.mapping)
  const id = newId()
  await files.keep(id, sent.bytes)
  await within(async () => {
    await imports.insert({
      id,
      hospital_id: caller.hospital_id,
      kind: kind.kind,
      file_name: sent.file_name.slice(0, 200) || `${kind.kind}.csv`,
      size: sent.bytes.length,
      options,
      headings,
      mapping,
      status: 'CHECKING',
      requested_by: caller.user_id,
      requested_by_name: caller.name,
    })
    await work(caller, id, 'check')
    note(caller, 'import.upload', { id, file_name: sent.file_name, status: undefined }, 'CHECKING')
  }).catch(async (error: unknown) => {
    await files.erase(id)
    throw error
  })
  return find(caller, id)
}

export async function change(caller: Caller, id: string, input: ImportChange): Promise<Import> {
  const before = await importRecord.locked(caller, id)
  const status = import_life.move('map', before.status, before.file_name)
  requireValues(before)
  const kind = kindOf(before.kind)
  const options = await optionsFor(caller, input.options, before.options)
  if (options.delimiter !== before.options.delimiter)
    throw invalid('options.delimiter', 'is chosen when the file is uploaded.')
  const mapping =
    input.mapping === undefined
      ? before.mapping
      : checkMapping(kind, before.headings, input.mapping)
  await imports.change(
    { hospital_id: caller.hospital_id, id },
    { status, options, mapping, error: null, commit_after_check: false },
  )
  await work(caller, id, 'check')
  note(caller, 'import.map', before, status)
  return find(caller, id)
}

export async function commit(caller: Caller, id: string): Promise<Import> {
  const before = await importRecord.locked(caller, id)
  const kind = kindOf(before.kind)
  if (!can(caller, kind.permission)) throw notPermitted(kind.permission)
  const status = import_life.move('commit', before.status, before.file_name)
  requireValues(before)
  requireWritable(before)
  const stale = before.checked_at === null || before.checked_at < instantIn(-check_lasts_ms)
  const by = { committed_by_name: caller.name }
  await imports.change(
    { hospital_id: caller.hospital_id, id },
    stale
      ? {
          ...by,
          status: import_life.move('map', before.status, before.file_name),
          commit_after_check: true,
        }
      : { ...by, status, rows_done: 0, committed_at: clock.instant() },
  )
  await work(caller, id, stale ? 'check' : 'commit')
  note(caller, 'import.commit', before, stale ? 'CHECKING' : status)
  return find(caller, id)
}

export function requireWritable(one: ImportRecord): void {
  if (one.rows_error > 0 && !one.options.skip_errors)
    throw conflict(`${one.rows_error} rows have errors. Mend the file or skip them.`)
  if (one.rows_ok + (one.options.on_duplicate === 'ERROR' ? 0 : one.rows_duplicate) === 0)
    throw conflict(`No row of ${one.file_name} can be written.`)
}

export async function cancel(caller: Caller, id: string): Promise<Import> {
  const before = await importRecord.locked(caller, id)
  const to = import_life.move('cancel', before.status, before.file_name)
  const at = { hospital_id: caller.hospital_id, id }
  if (before.status === 'COMMITTING') {
    // The batch that is being written is finished first, and then it is PARTLY_DONE.
    await imports.change(at, { stop_wanted: true })
    note(caller, 'import.cancel', before, 'COMMITTING')
  } else {
    await imports.change(at, { status: to })
    await stopOf(caller, { type: 'import', id })
    note(caller, 'import.cancel', before, to)
  }
  return find(caller, id)
}

export interface RowFilter extends PageAsked {
  status?: (typeof row_states)[number]
  search?: string
}

export async function rows(caller: Caller, id: string, asked: RowFilter): Promise<Page<ImportRow>> {
  const one = await readable(caller, id)
  const words = folded(asked.search ?? '').trim()
  const found = await pageFrom(import_rows, asked, {
    from: sql` from import_rows${where([
      sql`import_id = ${id}`,
      when(asked.status, sql`status = ${asked.status}`),
      words !== '' && sql`words like ${`%${words.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
    ])}`,
    order: sql` order by row`,
  })
  return {
    rows: found.rows.map((row) => ({ ...row, values: valuesShown(one, row.cells) })),
    meta: found.meta,
  }
}

/** PLT-129: who uploaded it, and holders of the kind's permission. */
export async function readable(caller: Caller, id: string): Promise<ImportRecord> {
  const one = await importRecord.get(caller, id)
  if (one.requested_by !== null && one.requested_by === caller.user_id) return one
  const { permission } = kindOf(one.kind)
  if (!can(caller, permission)) throw notPermitted(permission)
  return one
}

export const importRecord = recordOf(imports, 'import')

export function kindOf(word: string): ImportKind {
  const kind = registry.imports.get(word)
  if (kind !== undefined) return kind
  const known = [...registry.imports.keys()].sort()
  throw invalid(
    'kind',
    known.length === 0
      ? 'has nothing that can be imported yet.'
      : `must be one of ${known.join(', ')}.`,
  )
}

export async function optionsFor(
  caller: Caller,
  given: ImportChange['options'],
  before: Options = default_options,
): Promise<Options> {
  const said = Object.entries(given ?? {}).filter(([, value]) => value !== undefined)
  const options: Options = { ...before, ...Object.fromEntries(said) }
  const { facility_id } = options
  if (facility_id !== null) {
    if (!caller.facility_ids.includes(facility_id) && !can(caller, 'facility:all'))
      throw noSuch('facility')
    await facilityRecord.get(caller, facility_id)
  }
  return options
}

export const work = (
  caller: Caller,
  id: string,
  step: 'check' | 'commit',
): Promise<{ id: string }> =>
  enqueue(caller, {
    kind: 'import',
    input: { import_id: id, step },
    entity: { type: 'import', id },
  })

function requireValues(one: ImportRecord): void {
  if (one.erased_at !== null)
    throw conflict(`The rows of ${one.file_name} were erased. Upload the file again.`)
}

function note(
  caller: Caller,
  action: string,
  one: { id: string; file_name: string; status: ImportRecord['status'] | undefined },
  to_state: ImportRecord['status'],
): void {
  record(caller, action, {
    entity_type: 'import',
    entity_id: one.id,
    entity_label: one.file_name,
    ...(one.status === undefined ? {} : { from_state: one.status }),
    to_state,
  })
}

function valuesShown(
  { headings, mapping }: ImportRecord,
  cells: readonly string[] | null,
): Record<string, string> | null {
  if (cells === null) return null
  return Object.fromEntries(
    headings.flatMap((heading, at) =>
      mapping[heading] === undefined ? [] : [[mapping[heading], cells[at] ?? '']],
    ),
  )
}

/** So many are named, as the reply says; a file may have more. */
const unknown_max = 1000

function view(caller: Caller, one: ImportRecord): Import {
  const whole = one.status === 'COMMITTING' ? writableRows(one) : one.rows_total
  const part = whole === 0 ? 0 : Math.floor((one.rows_done * 100) / whole)
  return {
    ...one,
    unknown_columns: one.headings
      .filter((heading) => one.mapping[heading] === undefined)
      .slice(0, unknown_max),
    pct: one.status === 'CHECKING' || one.status === 'COMMITTING' ? Math.min(99, part) : 100,
    moves: import_life.open(caller, one.status),
  }
}

export const writableRows = (one: ImportRecord): number =>
  one.rows_ok + (one.options.on_duplicate === 'ERROR' ? 0 : one.rows_duplicate)
