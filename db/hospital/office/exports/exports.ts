// Exports: a list or report as a file, made in the background (platform 2.16, PLT-121 to PLT-124).

import type { Readable } from 'node:stream'
import { type Caller, can } from '../../../core/caller.ts'
import { clock, days, instantIn } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { newId } from '../../../core/ids.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { noSuch, notPermitted, Refusal } from '../../../core/refusal.ts'
import { type Sql, sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { localTimes } from './cells.ts'
import { record } from '../audit/record.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import { enqueue, stopOf } from '../jobs/jobs.ts'
import { columnsFor, filtersFor, openTo } from './datasets.ts'
import { read } from './files.ts'
import type { Export, ExportInput } from './shapes.ts'
import { exports } from './tables.ts'
import { export_life, type ExportFormat } from './words.ts'

export type ExportRow = RowOf<(typeof exports)['columns']>

const kept_days = 7
export const rows_max: Record<ExportFormat, number> = {
  csv: 1_000_000,
  xlsx: 1_048_575,
  jsonl: 1_000_000,
}

export const tooManyRows = (n: number): Refusal =>
  new Refusal(400, 'too_many_rows', `That is ${n} rows; narrow the filters.`)

export interface ExportFilter extends PageAsked {
  status?: ExportRow['status']
  dataset?: string
}

export async function list(caller: Caller, asked: ExportFilter): Promise<Page<Export>> {
  const found = await pageFrom(exports, asked, {
    from: sql` from exports${where([
      sql`hospital_id = ${caller.hospital_id}`,
      ownedBy(caller),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.dataset, sql`dataset = ${asked.dataset}`),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: found.rows.map((row) => view(caller, row)), meta: found.meta }
}

export const find = async (caller: Caller, id: string): Promise<Export> =>
  view(caller, await rowOf(caller, id))

/** Counted before anything is written, so that too many rows are refused at once. */
export async function create(
  caller: Caller,
  input: Omit<ExportInput, 'format'> & { format: ExportFormat },
): Promise<Export> {
  const dataset = openTo(caller, input.dataset)
  const filters = filtersFor(dataset, input.filters)
  columnsFor(caller, dataset, input.columns)
  const rows_total = (await dataset.count?.(caller, filters)) ?? null
  if (rows_total !== null && rows_total > rows_max[input.format]) throw tooManyRows(rows_total)
  const id = newId()
  const file_name = await nameOf(caller, dataset.code, input.format)
  await within(async () => {
    await exports.insert({
      id,
      hospital_id: caller.hospital_id,
      dataset: dataset.code,
      filters,
      // All that were asked for: what must be left out is decided when the file is made.
      columns: input.columns ?? dataset.columns.map(({ name }) => name),
      format: input.format,
      status: 'QUEUED',
      rows_total,
      file_name,
      expires_at: instantIn(days(kept_days)),
      saved_report_id: input.saved_report_id ?? null,
      requested_by: caller.user_id,
      requested_by_name: caller.name,
    })
    await enqueue(caller, {
      kind: 'export',
      input: { export_id: id },
      entity: { type: 'export', id },
    })
    record(caller, 'export.create', {
      entity_type: 'export',
      entity_id: id,
      entity_label: file_name,
      to_state: 'QUEUED',
      query: { dataset: dataset.code, ...filters },
    })
  })
  return find(caller, id)
}

export async function cancel(caller: Caller, id: string): Promise<Export> {
  const row = await rowOf(caller, id, true)
  const status = export_life.move('cancel', row.status, row.file_name)
  await exports.change(
    { hospital_id: caller.hospital_id, id },
    { status, finished_at: clock.instant() },
  )
  await stopOf(caller, { type: 'export', id })
  record(caller, 'export.cancel', {
    entity_type: 'export',
    entity_id: id,
    entity_label: row.file_name,
    from_state: row.status,
    to_state: status,
  })
  return find(caller, id)
}

export interface Download {
  file_name: string
  format: ExportFormat
  size: number
  bytes: Readable
}

/** PLT-124: the requester alone, and each time a row with the file's sha256. */
export async function download(caller: Caller, id: string): Promise<Download> {
  const row = await rowOf(caller, id)
  if (!can(caller, 'export:create')) throw notPermitted('export:create')
  if (row.status !== 'DONE') throw export_life.refusal(row.status, row.file_name)
  if (row.erased_at !== null || row.expires_at <= clock.instant()) throw noSuch()
  await within(async () =>
    record(caller, 'export.download', {
      entity_type: 'export',
      entity_id: id,
      entity_label: row.file_name,
      rows: row.rows_done,
      query: { dataset: row.dataset, sha256: row.sha256 },
    }),
  )
  return { file_name: row.file_name, format: row.format, size: row.size ?? 0, bytes: read(id) }
}

async function rowOf(caller: Caller, id: string, lock = false): Promise<ExportRow> {
  const row = await exports.find({ hospital_id: caller.hospital_id, id }, { lock })
  if (row === undefined || !isOwn(caller, row)) throw noSuch()
  return row
}

/** A key or a command has no account; what it asked for is known by its name. */
const isOwn = (caller: Caller, row: ExportRow): boolean =>
  row.requested_by === caller.user_id &&
  (caller.user_id !== null || row.requested_by_name === caller.name)

const ownedBy = (caller: Caller): Sql =>
  caller.user_id === null
    ? sql`requested_by is null and requested_by_name = ${caller.name}`
    : sql`requested_by = ${caller.user_id}`

export async function nameOf(
  caller: Caller,
  dataset: string,
  format: ExportFormat,
): Promise<string> {
  const { timezone } = await hospitalOf(caller)
  const now = localTimes(timezone)(clock.instant())
  return `${dataset.replaceAll('.', '-')}-${now.slice(0, 10)}-${now.slice(11, 16).replace(':', '')}.${format}`
}

function view(caller: Caller, row: ExportRow): Export {
  const { rows_done, rows_total } = row
  const part =
    rows_total === null || rows_total === 0 ? 0 : Math.floor((rows_done * 100) / rows_total)
  return {
    ...row,
    pct: row.status === 'DONE' ? 100 : Math.min(99, part),
    moves: export_life.open(caller, row.status),
  }
}
