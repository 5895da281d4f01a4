// From the headings of a file to the columns of its kind, and from cells to values.

import { isDay } from '../../../core/clock.ts'
import { invalid } from '../../../core/refusal.ts'
import { folded } from '../../../store/table.ts'
import type { ImportColumn, ImportKind } from '../../registry.ts'
import type { Options, RowError } from './tables.ts'

/** Headings match ignoring case, spaces and `_` (PLT-126). */
const bare = (text: string): string => folded(text).replace(/[\s_]+/g, '')

export function guessMapping(
  kind: ImportKind,
  headings: readonly string[],
): Record<string, string> {
  const mapping: Record<string, string> = {}
  const free = new Set(kind.columns)
  for (const heading of headings) {
    const found = [...free].find(
      ({ name, label }) => bare(name) === bare(heading) || bare(label) === bare(heading),
    )
    if (found === undefined || heading in mapping) continue
    mapping[heading] = found.name
    free.delete(found)
  }
  return mapping
}

export function checkMapping(
  kind: ImportKind,
  headings: readonly string[],
  given: Record<string, unknown>,
): Record<string, string> {
  const mapping: Record<string, string> = {}
  for (const [heading, column] of Object.entries(given)) {
    if (column === null || column === '') continue
    if (!headings.includes(heading))
      throw invalid('mapping', `holds "${heading}", which is no column of the file.`)
    const known = kind.columns.find(({ name }) => name === column)
    if (known === undefined)
      throw invalid('mapping', `holds ${JSON.stringify(column)}, which does not exist.`)
    if (Object.values(mapping).includes(known.name))
      throw invalid('mapping', `names ${known.name} twice.`)
    mapping[heading] = known.name
  }
  return mapping
}

export const missingColumns = (kind: ImportKind, mapping: Record<string, string>): ImportColumn[] =>
  kind.columns.filter(({ name, required }) => required && !Object.values(mapping).includes(name))

export type DateOrder = NonNullable<Options['date_order']>

/** The values of one row by the kind's own names; what cannot be read is said. */
export function valuesOf(
  kind: ImportKind,
  { headings, mapping }: { headings: readonly string[]; mapping: Record<string, string> },
  cells: readonly string[],
  order: DateOrder,
): { values: Record<string, string>; errors: RowError[] } {
  const values: Record<string, string> = {}
  const errors: RowError[] = []
  headings.forEach((heading, at) => {
    const name = mapping[heading]
    if (name === undefined) return
    const value = (cells[at] ?? '').trim()
    const column = kind.columns.find((one) => one.name === name)
    if (column?.type !== 'date' || value === '') values[name] = value
    else {
      const day = dayOf(value, order)
      if (day === null)
        errors.push({ column: name, value, message: `${name} must be a date like 2026-03-31.` })
      values[name] = day ?? value
    }
  })
  for (const { name, required } of kind.columns) {
    if (required && (values[name] ?? '') === '')
      errors.push({ column: name, value: '', message: `${name} is required.` })
  }
  if (cells.slice(headings.length).some((cell) => cell.trim() !== '')) {
    const message = `The row has ${cells.length} cells; the heading has ${headings.length}.`
    errors.push({ column: '', value: cells.at(-1) ?? '', message })
  }
  return { values, errors }
}

/** `2026-03-31` always; else by the order that was said, or the hospital's own. */
export function dayOf(text: string, order: DateOrder): string | null {
  if (isDay(text)) return text
  const [, first = '', second = '', third = ''] =
    /^(\d{1,4})[./\- ](\d{1,2})[./\- ](\d{1,4})$/.exec(text) ?? []
  const [year, month, day] =
    order === 'ymd'
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second]
  const whole = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(whole) ? whole : null
}

export const orderOf = (options: Options, date_format: string): DateOrder => {
  if (options.date_order !== null) return options.date_order
  if (date_format.startsWith('yyyy')) return 'ymd'
  return date_format.startsWith('mm') ? 'mdy' : 'dmy'
}
