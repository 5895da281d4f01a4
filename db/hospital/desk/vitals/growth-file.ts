// A growth table as the WHO publishes it: one file for one indicator and sex, columns `Month`, `Day`,
// `Length` or `Height`, then `L`, `M`, `S`; what else stands in a line is passed over.

import { readCsv, textOf } from '../../../core/csv.ts'
import { Refusal } from '../../../core/refusal.ts'
import { type GrowthRow, growthRows } from './growth-sets.ts'
import type { GrowthIndicator, growth_sexes } from './words.ts'

const axes = ['month', 'day', 'length', 'height'] as const

export async function growthFile(
  bytes: Buffer,
  of: { indicator: GrowthIndicator; sex: (typeof growth_sexes)[number] },
): Promise<GrowthRow[]> {
  const rows: Record<string, unknown>[] = []
  const lines: number[] = []
  let columns: Columns | undefined
  for await (const batch of readCsv(textOf(bytes), null)) {
    for (const { line, cells } of batch) {
      if (columns === undefined) {
        columns = columnsOf(cells)
        continue
      }
      const cell = (at: number): number => numberIn(cells[at])
      const [l, m, s] = columns.lms
      rows.push({ ...of, [columns.axis]: cell(columns.at), L: cell(l), M: cell(m), S: cell(s) })
      lines.push(line)
    }
  }
  if (columns === undefined) throw refused('The file is empty.')
  return growthRows(rows, (index) => `line ${lines[index]}`)
}

interface Columns {
  axis: (typeof axes)[number]
  at: number
  lms: readonly [number, number, number]
}

const refused = (message: string): Refusal =>
  new Refusal(400, 'invalid', message, { field: 'file' })

function columnsOf(cells: readonly string[]): Columns {
  const names = cells.map((cell) =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  )
  const axis = axes.find((name) => names.includes(name))
  if (axis === undefined) {
    throw refused('The first line must name a column Month, Day, Length or Height.')
  }
  const column = (name: string): number => {
    const at = names.indexOf(name.toLowerCase())
    if (at === -1) throw refused(`The first line must name a column ${name}.`)
    return at
  }
  return { axis, at: column(axis), lms: [column('L'), column('M'), column('S')] }
}

/** An empty cell is not zero. */
const numberIn = (cell: string | undefined): number =>
  cell === undefined || cell.trim() === '' ? Number.NaN : Number(cell.trim())
