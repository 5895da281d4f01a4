// What a file of opening stock comes to, before a row of it is written: people hold it against their own sum.

import { readCsv, textOf } from '../../../../core/csv.ts'
import { plainLine } from '../../../../core/csv-lines.ts'
import { guessMapping, valuesOf } from '../../../office/imports/columns.ts'
import { opening_import } from './opening.ts'

export interface OpeningTotal {
  rows: number
  /** In major units; rows whose figures cannot be read are left out of it. */
  value: number
}

export async function openingTotal(bytes: Buffer): Promise<OpeningTotal> {
  const total = { rows: 0, value: 0 }
  let read: ((cells: readonly string[]) => Record<string, string>) | undefined
  for await (const batch of readCsv(textOf(bytes), null)) {
    for (const { cells } of batch) {
      if (read === undefined) {
        read = readerOf(cells)
        continue
      }
      const { quantity, unit_cost } = read(cells)
      total.rows += 1
      total.value += Math.round(figure(quantity) * figure(unit_cost) * 100)
    }
  }
  return { rows: total.rows, value: total.value / 100 }
}

function readerOf(headings: readonly string[]) {
  const mapping = guessMapping(opening_import, headings)
  return (cells: readonly string[]) =>
    valuesOf(opening_import, { headings, mapping }, cells, 'dmy').values
}

function figure(typed = ''): number {
  const number = Number(typed.replaceAll(',', '').trim())
  return Number.isFinite(number) ? number : 0
}

/** The code of the store before every row: who fills one store says it once. */
export async function ofStore(bytes: Buffer, code: string): Promise<Buffer> {
  const lines: string[] = []
  for await (const batch of readCsv(textOf(bytes), null)) {
    for (const { cells } of batch) {
      lines.push(plainLine([lines.length === 0 ? 'store' : code, ...cells]))
    }
  }
  return Buffer.from(lines.join(''))
}
