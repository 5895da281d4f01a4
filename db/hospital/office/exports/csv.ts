// CSV as PLT-123 says: UTF-8 with BOM, comma, CRLF, quotes as RFC 4180, no formula from a text.

import { bom, field, guarded, plainLine } from '../../../core/csv-lines.ts'
import type { DatasetColumn } from '../../registry.ts'
import { type Cell, type Manner, reader } from './cells.ts'

export function csvHeading(
  columns: readonly DatasetColumn[],
  pseudonymous: boolean,
  first?: string,
): string {
  const labels = columns.map(({ label }) => guarded(label))
  const above = first === undefined ? '' : plainLine([guarded(first)])
  return bom + above + plainLine(pseudonymous ? [...labels, 'pseudonymous'] : labels)
}

/** Rows as text, in one go for a batch. */
export function csvRows(
  columns: readonly DatasetColumn[],
  manner: Manner,
  pseudonymous: boolean,
): (rows: readonly Record<string, unknown>[]) => string {
  const cells = columns.map((column) => ({
    name: column.name,
    type: column.type,
    read: reader(column, manner),
  }))
  const end = pseudonymous ? ',\r\n' : '\r\n'
  return (rows) => {
    let text = ''
    for (const row of rows) {
      let between = ''
      for (const { name, type, read } of cells) {
        text += between + written(read(row[name]), type, manner)
        between = ','
      }
      text += end
    }
    return text
  }
}

function written(cell: Cell, type: DatasetColumn['type'], { decimals }: Manner): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return type === 'money' ? cell.toFixed(decimals) : String(cell)
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return type === 'text' ? field(guarded(cell)) : cell
}
