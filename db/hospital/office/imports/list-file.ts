// Short lists that come in as a file and are written at once: areas, other houses. What is wrong with
// a row refuses that row; the others are written. A trial writes them all and takes it back.

import { attempt } from '../../../store/connection.ts'
import { readCsv, textOf } from '../../../core/csv.ts'
import { invalid, isRefusal } from '../../../core/refusal.ts'

export interface ListImported {
  rows: number
  created: number
  changed: number
  refused: { row: number; message: string }[]
}

export interface ListRow {
  row: number
  cells: Readonly<Record<string, string>>
}

const rows_max = 20_000

/** Rows by the names of their columns; those that are needed must stand in the heading. */
export async function rowsIn(
  bytes: Buffer,
  known: readonly string[],
  needed: readonly string[],
): Promise<ListRow[]> {
  const found: ListRow[] = []
  let headings: string[] | undefined
  for await (const batch of readCsv(textOf(bytes), null)) {
    for (const { line, cells } of batch) {
      if (headings === undefined) {
        headings = headingsOf(cells, known, needed)
        continue
      }
      if (found.length === rows_max) throw invalid('file', `has more than ${rows_max} rows.`)
      const named = headings.map((name, at) => [name, (cells[at] ?? '').trim()] as const)
      found.push({ row: line, cells: Object.fromEntries(named) })
    }
  }
  if (headings === undefined) throw invalid('file', 'is empty.')
  if (found.length === 0) throw invalid('file', 'holds no rows.')
  return found
}

function headingsOf(
  cells: readonly string[],
  known: readonly string[],
  needed: readonly string[],
): string[] {
  const headings = cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const missing = needed.find((name) => !headings.includes(name))
  if (missing !== undefined) throw invalid('file', `has no column ${missing}.`)
  const strange = headings.find((name) => !known.includes(name))
  if (strange !== undefined) {
    throw invalid('file', `has a column "${strange}"; it may have ${known.join(', ')}.`)
  }
  return headings
}

/** A cell that says yes or no, or nothing. */
export function truth(field: string, typed: string | undefined): boolean | undefined {
  if (typed === undefined || typed === '') return undefined
  if (/^(?:yes|true|1)$/i.test(typed)) return true
  if (/^(?:no|false|0)$/i.test(typed)) return false
  throw invalid(field, 'must be yes or no.')
}

const taken_back = Symbol('a trial is taken back')

/** Within a transaction. */
export async function writeRows(
  rows: readonly ListRow[],
  is_trial: boolean,
  write: (row: ListRow) => Promise<'created' | 'changed' | 'same'>,
): Promise<ListImported> {
  const made: ListImported = { rows: rows.length, created: 0, changed: 0, refused: [] }
  const all = async (): Promise<void> => {
    for (const one of rows) {
      try {
        const outcome = await attempt(() => write(one))
        if (outcome !== 'same') made[outcome] += 1
      } catch (error) {
        if (!isRefusal(error)) throw error
        made.refused.push({ row: one.row, message: error.message })
      }
    }
  }
  if (!is_trial) {
    await all()
    return made
  }
  await attempt(async () => {
    await all()
    throw taken_back
  }).catch((error: unknown) => {
    if (error !== taken_back) throw error
  })
  return made
}

/** Of the part `dry_run` beside a file. */
export function isTrial({ dry_run = '' }: Readonly<Record<string, string>>): boolean {
  const said = dry_run.trim()
  if (said !== '' && said !== 'true' && said !== 'false') {
    throw invalid('dry_run', 'must be true or false.')
  }
  return said === 'true'
}
