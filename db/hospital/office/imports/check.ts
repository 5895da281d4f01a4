// The dry run (PLT-127): every row is looked at as if it were written, and everything that is wrong
// with it is said at once. Nothing is written but what was found.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { run, within } from '../../../store/connection.ts'
import { isRefusal, Refusal } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { folded, type NewRow } from '../../../store/table.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import type { ImportKind } from '../../registry.ts'
import { tell } from '../../neighbours/telling.ts'
import { type DateOrder, missingColumns, orderOf, valuesOf } from './columns.ts'
import { type CsvRow, readCsv } from '../../../core/csv.ts'
import * as files from './files.ts'
import { type ImportRecord, kindOf } from './imports.ts'
import { import_rows, imports } from './tables.ts'
import { import_life } from './words.ts'

const batch_rows = 500

type Found = NewRow<(typeof import_rows)['columns']>
type Progress = (pct: number) => Promise<void>

interface Counts {
  rows_total: number
  rows_ok: number
  rows_error: number
  rows_duplicate: number
  rows_done: number
}

export async function check(caller: Caller, one: ImportRecord, progress: Progress): Promise<void> {
  const kind = kindOf(one.kind)
  const missing = missingColumns(kind, one.mapping)
  if (missing.length > 0) {
    const named = missing.map(({ name }) => name).join(', ')
    return fail(caller, one, `The file has no column ${named}.`)
  }
  await forgetRows(one.id)
  const counts: Counts = {
    rows_total: 0,
    rows_ok: 0,
    rows_error: 0,
    rows_duplicate: 0,
    rows_done: 0,
  }
  const look = looker(
    caller,
    one,
    kind,
    orderOf(one.options, (await hospitalOf(caller)).date_format),
  )
  try {
    let heading = true
    for await (const batch of readCsv(files.read(one.id), one.options.delimiter, batch_rows)) {
      const rows = heading ? batch.slice(1) : batch
      heading = false
      const found: Found[] = []
      for (const row of rows) found.push(await look(row))
      await keep(caller, one, found, counts)
      await progress(0)
    }
  } catch (error) {
    // A file that cannot be read is an answer; anything else may pass and is tried again.
    if (isRefusal(error) && error.status === 400) return fail(caller, one, error.message)
    throw error
  }
  await within(async () => {
    const kept = await imports.change(
      { hospital_id: caller.hospital_id, id: one.id, status: 'CHECKING' },
      {
        ...counts,
        status: import_life.move('check', 'CHECKING', one.file_name),
        checked_at: clock.instant(),
        error: null,
      },
    )
    const { rows_ok, rows_error, rows_duplicate } = counts
    const said = `Right: ${rows_ok}. With errors: ${rows_error}. Recorded already: ${rows_duplicate}.`
    if (kept > 0) await tellAsker(caller, one, 'import.checked', 'was checked', said)
  }, 'jobs')
}

/** Whoever asked for it, once there is something to look at. */
export async function tellAsker(
  caller: Caller,
  { id, file_name }: ImportRecord,
  kind: 'import.checked' | 'import.done',
  what: string,
  body: string,
): Promise<void> {
  if (caller.user_id === null) return
  await tell(caller, {
    to: { user: caller.user_id },
    kind,
    title: `${file_name} ${what}`,
    body,
    entity: { type: 'import', id },
  })
}

async function keep(
  caller: Caller,
  one: ImportRecord,
  found: readonly Found[],
  counts: Counts,
): Promise<void> {
  for (const { status } of found) {
    counts.rows_total += 1
    counts.rows_done += 1
    if (status === 'OK') counts.rows_ok += 1
    else if (status === 'ERROR') counts.rows_error += 1
    else counts.rows_duplicate += 1
  }
  await within(async () => {
    const kept = await imports.change(
      { hospital_id: caller.hospital_id, id: one.id, status: 'CHECKING' },
      { ...counts },
    )
    if (kept === 0) throw new Refusal(409, 'stopped', 'The import was cancelled.')
    if (found.length > 0) await import_rows.insertMany(found)
  }, 'jobs')
}

export function looker(
  caller: Caller,
  one: ImportRecord,
  kind: ImportKind,
  order: DateOrder,
): (row: CsvRow) => Promise<Found> {
  const lines = new Map<string, number>()
  const { on_duplicate } = one.options
  const by = actingAt(caller, one)
  return async ({ line, cells }) => {
    const { values, errors } = valuesOf(kind, one, cells, order)
    const found = await kind.check(by, values)
    for (const error of found.errors) {
      if (!errors.some(({ column }) => column !== '' && column === error.column)) errors.push(error)
    }
    const same = kind.sameness(values)
    const first = same.meets.map((word) => lines.get(word)).find((one) => one !== undefined)
    for (const word of same.is) if (!lines.has(word)) lines.set(word, line)
    if (on_duplicate === 'ERROR') {
      if (first !== undefined)
        errors.push({ column: '', value: '', message: `This repeats row ${first} of the file.` })
      if (found.duplicate_of !== undefined) {
        const { label, how } = found.duplicate_of
        errors.push({ column: '', value: '', message: `${label} is recorded already: ${how}.` })
      }
    }
    const repeats = first !== undefined || found.duplicate_of !== undefined
    return {
      import_id: one.id,
      hospital_id: caller.hospital_id,
      row: line,
      status: errors.length > 0 ? 'ERROR' : repeats ? 'DUPLICATE' : 'OK',
      cells,
      words: folded(cells.join(' ')).replaceAll('\0', '').slice(0, 500),
      errors: errors.map((error) => ({ ...error, value: error.value.slice(0, 200) })),
      duplicate_of: found.duplicate_of ?? null,
    }
  }
}

/** At the branch that the import names, when it names one. */
export const actingAt = (caller: Caller, { options }: ImportRecord): Caller =>
  options.facility_id === null ? caller : { ...caller, facility_id: options.facility_id }

export async function fail(caller: Caller, one: ImportRecord, error: string): Promise<void> {
  await within(async () => {
    const kept = await imports.change(
      { hospital_id: caller.hospital_id, id: one.id, status: 'CHECKING' },
      { status: import_life.move('fail', 'CHECKING', one.file_name), error },
    )
    if (kept > 0) await tellAsker(caller, one, 'import.checked', 'cannot be read in', error)
  }, 'jobs')
}

/** In pieces: a check that is made anew may have 50,000 rows to forget. */
async function forgetRows(import_id: string): Promise<void> {
  for (;;) {
    const gone = await within(
      () =>
        run(
          sql`delete from import_rows where import_id = ${import_id} and row in (select row from import_rows where import_id = ${import_id} order by row limit 5000)`,
        ),
      'jobs',
    )
    if (gone === 0) return
  }
}
