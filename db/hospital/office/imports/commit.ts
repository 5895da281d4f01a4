// Writing what was checked, in pieces: what a quarter of a second writes is one transaction (OPS-50). A row's outcome is kept in the transaction
// that wrote it, so that whoever goes on after a crash neither repeats nor misses one.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { attempt, within } from '../../../store/connection.ts'
import { isRefusal } from '../../../core/refusal.ts'
import type { RowOf } from '../../../store/table.ts'
import { record } from '../audit/record.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import type { ImportKind } from '../../registry.ts'
import { actingAt, tellAsker } from './check.ts'
import { type DateOrder, orderOf, valuesOf } from './columns.ts'
import { type ImportRecord, kindOf, importRecord, writableRows } from './imports.ts'
import { import_rows, imports } from './tables.ts'
import { import_life } from './words.ts'

/** So many rows are read at once; how many of them are written is told by the time it takes. */
const batch_rows = 100
/** People wait for the writer meanwhile. */
const piece_ms = 250

type Row = RowOf<(typeof import_rows)['columns']>
type Changes = Pick<Row, 'status' | 'errors' | 'record_id'>

export async function commitRows(
  caller: Caller,
  one: ImportRecord,
  progress: (pct: number) => Promise<void>,
): Promise<ImportRecord['status']> {
  const kind = kindOf(one.kind)
  const order = orderOf(one.options, (await hospitalOf(caller)).date_format)
  const whole = Math.max(1, writableRows(one))
  for (;;) {
    const now = await within(() => writeBatch(caller, one.id, kind, order), 'jobs')
    if (now.status !== 'COMMITTING') return now.status
    await progress((now.rows_done * 100) / whole)
  }
}

async function writeBatch(
  caller: Caller,
  id: string,
  kind: ImportKind,
  order: DateOrder,
): Promise<ImportRecord> {
  const one = await importRecord.locked(caller, id)
  if (one.status !== 'COMMITTING') return one
  const batch = await import_rows.all(
    {
      import_id: id,
      hospital_id: caller.hospital_id,
      status: one.options.on_duplicate === 'ERROR' ? ['OK'] : ['OK', 'DUPLICATE'],
    },
    { order: ['row'], limit: batch_rows },
  )
  if (batch.length === 0) return end(caller, one, 'all')
  if (one.stop_wanted) return end(caller, one, 'some')
  const counts = { created: one.created, updated: one.updated, skipped: one.skipped }
  const by = actingAt(caller, one)
  const began = clock.ms()
  let written = 0
  for (const row of batch) {
    if (written > 0 && clock.ms() - began >= piece_ms) break
    written += 1
    const outcome = await writeRow(by, one, kind, order, row)
    if (outcome.count !== null) counts[outcome.count] += 1
    await import_rows.change(
      { import_id: id, hospital_id: caller.hospital_id, row: row.row },
      outcome.changes,
    )
  }
  const changes = { ...counts, rows_done: one.rows_done + written }
  await imports.change({ hospital_id: caller.hospital_id, id }, changes)
  return { ...one, ...changes }
}

async function writeRow(
  by: Caller,
  one: ImportRecord,
  kind: ImportKind,
  order: DateOrder,
  row: Row,
): Promise<{ changes: Changes; count: 'created' | 'updated' | 'skipped' | null }> {
  const { values, errors } = valuesOf(kind, one, row.cells ?? [], order)
  if (errors.length > 0)
    return { changes: { status: 'FAILED', errors, record_id: null }, count: null }
  try {
    const { id, outcome } = await attempt(() => kind.write(by, values, one.options.on_duplicate))
    const status = outcome === 'skipped' ? 'SKIPPED' : 'DONE'
    return { changes: { status, errors: [], record_id: id }, count: outcome }
  } catch (error) {
    // Only what the area refuses is the row's own fault; a fault of the house ends the batch.
    if (!isRefusal(error) || error.status >= 500) throw error
    const said = { column: error.field ?? '', value: '', message: error.message }
    return { changes: { status: 'FAILED', errors: [said], record_id: null }, count: null }
  }
}

async function end(
  caller: Caller,
  one: ImportRecord,
  written: 'all' | 'some',
): Promise<ImportRecord> {
  const failed = await import_rows.count({
    import_id: one.id,
    hospital_id: caller.hospital_id,
    status: 'FAILED',
  })
  const whole = written === 'all' && failed === 0
  const status = import_life.move(whole ? 'finish' : 'finish_partly', one.status, one.file_name)
  const error = written === 'some' ? 'It was cancelled while it was written.' : refusedSaid(failed)
  const rows_error = one.rows_error + failed
  await imports.change(
    { hospital_id: caller.hospital_id, id: one.id },
    { status, error, rows_error },
  )
  record(caller, 'import.end', {
    entity_type: 'import',
    entity_id: one.id,
    entity_label: one.file_name,
    from_state: one.status,
    to_state: status,
    rows: one.rows_done,
    query: { created: one.created, updated: one.updated, skipped: one.skipped, failed },
  })
  const { created, updated, skipped } = one
  const said = `New: ${created}. Changed: ${updated}. Left as they were: ${skipped}. Failed: ${failed}.`
  await tellAsker(caller, one, 'import.done', whole ? 'is read in' : 'is partly read in', said)
  return { ...one, status }
}

function refusedSaid(failed: number): string | null {
  if (failed === 0) return null
  return failed === 1
    ? '1 of its rows was refused when it was written.'
    : `${failed} of its rows were refused when they were written.`
}
