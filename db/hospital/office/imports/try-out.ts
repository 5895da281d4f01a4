// The check alone, with nothing kept: what an import would say, for who only wants to look.

import type { Caller } from '../../../core/caller.ts'
import { hospitalOf } from '../hospitals/hospitals.ts'
import { looker } from './check.ts'
import { checkMapping, guessMapping, missingColumns, orderOf } from './columns.ts'
import { readCsv, textOf } from '../../../core/csv.ts'
import { csvHeadings } from './headings.ts'
import { type ImportRecord, kindOf, optionsFor, rows_max, type Sent } from './imports.ts'

export interface TriedOut {
  rows_total: number
  rows_ok: number
  rows_error: number
  rows_duplicate: number
  errors: { row: number; message: string }[]
}

const errors_max = 100

export async function tryOut(caller: Caller, sent: Sent): Promise<TriedOut> {
  const kind = kindOf(sent.kind)
  const options = await optionsFor(caller, sent.options)
  const headings = await csvHeadings(sent.bytes, options.delimiter, rows_max)
  const mapping =
    sent.mapping === undefined
      ? guessMapping(kind, headings)
      : checkMapping(kind, headings, sent.mapping)
  const found: TriedOut = {
    rows_total: 0,
    rows_ok: 0,
    rows_error: 0,
    rows_duplicate: 0,
    errors: [],
  }
  const missing = missingColumns(kind, mapping).map(({ name }) => name)
  if (missing.length > 0) {
    found.errors.push({ row: 1, message: `The file has no column ${missing.join(', ')}.` })
    return found
  }
  const one = { id: '', kind: kind.kind, options, headings, mapping } as unknown as ImportRecord
  const order = orderOf(options, (await hospitalOf(caller)).date_format)
  const look = looker(caller, one, kind, order)
  let heading = true
  for await (const batch of readCsv(textOf(sent.bytes), options.delimiter)) {
    for (const row of heading ? batch.slice(1) : batch) {
      const { status, errors, row: line } = await look(row)
      found.rows_total += 1
      if (status === 'OK') found.rows_ok += 1
      else if (status === 'DUPLICATE') found.rows_duplicate += 1
      else found.rows_error += 1
      if (errors.length > 0 && found.errors.length < errors_max) {
        found.errors.push({ row: line, message: errors.map((error) => error.message).join(' ') })
      }
    }
    heading = false
  }
  return found
}
