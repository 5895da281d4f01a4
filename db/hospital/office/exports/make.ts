// Making the file: batches from the dataset, through a writer, to the folder. With the permissions
// that the asker holds now, which may be fewer than when it was asked for (PLT-121).

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { currency, hospitalOf } from '../hospitals/hospitals.ts'
import type { DatasetColumn, JobKind } from '../../registry.ts'
import { tell } from '../../neighbours/telling.ts'
import type { Manner } from './cells.ts'
import { csvHeading, csvRows } from './csv.ts'
import { columnsFor, openTo } from './datasets.ts'
import { type ExportRow, rows_max, tooManyRows } from './exports.ts'
import * as files from './files.ts'
import { exports } from './tables.ts'
import { export_life } from './words.ts'
import { parts, sheet_end, sheet_name, sheetHeading, sheetRows } from './xlsx.ts'
import { ZipWriter } from './zip.ts'

/** Small enough that turning a piece into text never holds up the loop. */
const piece_rows = 500
const note_ms = 1000

interface Input {
  export_id: string
}

export const export_job: JobKind = {
  kind: 'export',
  label: 'Export',
  at_once: { per: 'user', most: 3 },
  async run(caller, input, progress) {
    const { export_id } = input as Input
    const row = await begin(caller, export_id)
    // The daemon died between the file's end and the job's: all that is left is to say so.
    if (row.status === 'DONE') return { rows: row.rows_done, size: row.size }
    let rows_done = 0
    let noted_ms = performance.now()
    const count = async (n: number): Promise<void> => {
      rows_done += n
      if (rows_done > rows_max[row.format]) throw tooManyRows(rows_done)
      await turnOfTheLoop()
      if (performance.now() - noted_ms < note_ms) return
      noted_ms = performance.now()
      await within(() => exports.change(at(caller, row.id), { rows_done }), 'jobs')
      await progress(row.rows_total === null ? 0 : (rows_done * 100) / row.rows_total)
    }
    await progress(0)
    const written = await files.write(row.id, (put) => fill(caller, row, put, count))
    await end(caller, row, { ...written, rows_done })
    return { rows: rows_done, size: written.size }
  },
  async moved(caller, input, { status, error }) {
    const { export_id } = input as Input
    await exports.change(at(caller, export_id), {
      status,
      error,
      finished_at: status === 'QUEUED' ? null : clock.instant(),
    })
  },
}

const at = (caller: Pick<Caller, 'hospital_id'>, id: string) => ({
  hospital_id: caller.hospital_id,
  id,
})

async function begin(caller: Caller, id: string): Promise<ExportRow> {
  return within(async () => {
    const row = await exports.find(at(caller, id), { lock: true })
    if (row === undefined) throw noSuch()
    if (row.status === 'DONE') return row
    const status = export_life.move('start', row.status, row.file_name)
    await exports.change(at(caller, id), { status, rows_done: 0, error: null })
    return { ...row, status }
  }, 'jobs')
}

async function end(
  caller: Caller,
  row: ExportRow,
  written: files.Written & { rows_done: number },
): Promise<void> {
  const kept = await within(async () => {
    const changed = await exports.change(
      { ...at(caller, row.id), status: 'RUNNING' },
      { ...written, status: 'DONE', rows_total: written.rows_done, finished_at: clock.instant() },
    )
    if (changed > 0 && caller.user_id !== null) {
      await tell(caller, {
        to: { user: caller.user_id },
        kind: 'export.ready',
        title: 'Your export is ready',
        body: `${row.file_name} holds ${written.rows_done} rows. It can be downloaded for 7 days.`,
        entity: { type: 'export', id: row.id },
      })
    }
    return changed
  }, 'jobs')
  if (kept > 0) return
  await files.erase(row.id)
  throw conflict('The export was cancelled while it was made.')
}

type Put = (bytes: Buffer) => Promise<void>
type Count = (n: number) => Promise<void>

export async function fill(
  caller: Caller,
  row: Pick<ExportRow, 'dataset' | 'filters' | 'columns' | 'format'>,
  put: Put,
  count: Count,
): Promise<void> {
  const dataset = openTo(caller, row.dataset)
  const { columns, pseudonymous } = columnsFor(caller, dataset, row.columns)
  const manner: Manner = {
    time_zone: (await hospitalOf(caller)).timezone,
    decimals: (await currency(caller)).decimals,
  }
  const first = await dataset.heading?.(caller, row.filters)
  const pieces = piecesOf(dataset.rows(caller, row.filters))
  if (row.format === 'jsonl') return fillLines(columns, first, pieces, put, count)
  if (row.format === 'csv') {
    await put(Buffer.from(csvHeading(columns, pseudonymous, first)))
    const text = csvRows(columns, manner, pseudonymous)
    for await (const piece of pieces) {
      await put(Buffer.from(text(piece)))
      await count(piece.length)
    }
    return
  }
  const zip = new ZipWriter(put)
  for (const [name, xml] of Object.entries(parts(manner.decimals))) await zip.part(name, [xml])
  const text = sheetRows(columns, manner)
  await zip.part(
    sheet_name,
    (async function* () {
      yield sheetHeading(columns, pseudonymous, first)
      for await (const piece of pieces) {
        yield text(piece)
        await count(piece.length)
      }
      yield sheet_end
    })(),
  )
  await zip.end()
}

/** Values as the dataset gives them, an object a line; the first line says what the file is. */
async function fillLines(
  columns: readonly DatasetColumn[],
  first: string | undefined,
  pieces: AsyncIterable<Record<string, unknown>[]>,
  put: Put,
  count: Count,
): Promise<void> {
  const names = columns.map(({ name }) => name)
  const line = (value: unknown): string => `${JSON.stringify(value)}\n`
  if (first !== undefined) await put(Buffer.from(line({ heading: first })))
  for await (const piece of pieces) {
    const text = piece.map((row) =>
      line(Object.fromEntries(names.map((name) => [name, row[name]]))),
    )
    await put(Buffer.from(text.join('')))
    await count(piece.length)
  }
}

async function* piecesOf<T>(batches: AsyncIterable<T[]>): AsyncGenerator<T[]> {
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; start += piece_rows) {
      yield batch.slice(start, start + piece_rows)
    }
  }
}
