// A dataset as a file for somebody who waits for it: the command line. Nothing is kept here, so
// nothing bounds the rows; who took what, and its sha256, stand in the audit log (PLT-124).

import { createHash } from 'node:crypto'
import type { Caller } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import { record } from '../audit/record.ts'
import { columnsFor, filtersFor, openTo } from './datasets.ts'
import { nameOf } from './exports.ts'
import { fill } from './make.ts'
import type { ExportFormat } from './words.ts'

export interface Wanted {
  dataset: string
  filters: Record<string, unknown>
  columns?: string[] | undefined
  format: ExportFormat
}

export interface Taken {
  file_name: string
  rows: number
  size: number
  sha256: string
}

/** Opens its own transaction, at the end: a file of millions of rows holds nobody up. */
export async function takeAway(
  caller: Caller,
  wanted: Wanted,
  put: (bytes: Buffer) => Promise<void>,
  counted: (rows: number) => Promise<void> = async () => undefined,
): Promise<Taken> {
  const dataset = openTo(caller, wanted.dataset)
  const filters = filtersFor(dataset, wanted.filters)
  columnsFor(caller, dataset, wanted.columns)
  const file_name = await nameOf(caller, dataset.code, wanted.format)
  const columns = wanted.columns ?? dataset.columns.map(({ name }) => name)
  const hash = createHash('sha256')
  let size = 0
  let rows = 0
  await fill(
    caller,
    { dataset: dataset.code, filters, columns, format: wanted.format },
    async (bytes) => {
      hash.update(bytes)
      size += bytes.length
      await put(bytes)
    },
    async (n) => {
      rows += n
      await counted(rows)
    },
  )
  const sha256 = hash.digest('hex')
  await within(async () =>
    record(caller, 'export.download', {
      entity_type: 'export',
      entity_label: file_name,
      rows,
      query: { dataset: dataset.code, ...filters, sha256 },
    }),
  )
  return { file_name, rows, size, sha256 }
}
