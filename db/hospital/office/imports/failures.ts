// The rows that cannot be written, as they came, with a column that says why.

import { batchesOf } from '../../../store/batches.ts'
import type { Caller } from '../../../core/caller.ts'
import { sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { bom, plainLine } from '../../../core/csv-lines.ts'
import { readable } from './imports.ts'
import { import_rows } from './tables.ts'

type Row = RowOf<(typeof import_rows)['columns']>

export async function failures(
  caller: Caller,
  id: string,
): Promise<{ file_name: string; text: AsyncIterable<string> }> {
  const one = await readable(caller, id)
  const width = one.headings.length
  const rows = batchesOf<Row>((after, limit) =>
    import_rows.read(
      sql`select ${import_rows.selection()} from import_rows where import_id = ${id} and status in ('ERROR', 'FAILED') and row > ${after?.row ?? 0} order by row limit ${limit}`,
    ),
  )
  async function* text(): AsyncGenerator<string> {
    yield bom + plainLine([...one.headings, 'error'])
    for await (const batch of rows) {
      let piece = ''
      for (const { cells, errors } of batch) {
        const came = Array.from({ length: width }, (_, at) => cells?.[at] ?? '')
        piece += plainLine([...came, errors.map(({ message }) => message).join(' ')])
      }
      yield piece
    }
  }
  return { file_name: `${one.file_name.replace(/\.csv$/i, '')}-errors.csv`, text: text() }
}
