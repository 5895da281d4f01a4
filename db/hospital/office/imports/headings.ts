// What must be right about a file before it is taken in at all.

import { invalid } from '../../../core/refusal.ts'
import { readCsv, textOf } from '../../../core/csv.ts'

/** Reads the file through; its headings, when it can be read and is not too long. */
export async function csvHeadings(
  bytes: Buffer,
  delimiter: string | null,
  rows_max: number,
): Promise<string[]> {
  let headings: string[] | undefined
  let count = 0
  for await (const batch of readCsv(textOf(bytes), delimiter)) {
    headings ??= batch[0]?.cells.map((cell) => cell.trim())
    count += batch.length
    if (count > rows_max + 1) throw invalid('file', `has more than ${rows_max} rows.`)
  }
  if (headings === undefined) throw invalid('file', 'is empty.')
  if (count === 1) throw invalid('file', 'holds headings and no rows.')
  return headings.map((heading) => heading.slice(0, 200))
}
