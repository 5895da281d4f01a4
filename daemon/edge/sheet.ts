// A list as a file for a spreadsheet (`format=csv`): every page of it one after the other, a column for each field of
// its rows. Lists inside a row are left out, a record inside it has a column for each of its own fields.

import { bom, csvLine } from '../../db/core/csv-lines.ts'
import type { TSchema } from '../../db/core/kinds/kinds.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { type Page, type PageAsked, per_page_max } from '../../db/store/pages.ts'
import { AsFile } from './answers.ts'

export const csv_type = 'text/csv; charset=utf-8'
const rows_most = 20_000

interface Shape {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
}
type Column = readonly [field: string, inner?: string]

export async function sheetOf<T>(
  name: string,
  each: TSchema,
  pageAt: (asked: PageAsked) => Promise<Page<T>>,
): Promise<AsFile> {
  const columns = columnsOf(each as Shape)
  const lines = [bom + csvLine(columns.map((column) => column.join('.')))]
  for await (const row of everyRow(pageAt, rows_most)) {
    lines.push(csvLine(columns.map((column) => valueAt(row, column))))
  }
  return new AsFile({
    content_type: csv_type,
    bytes: lines.join(''),
    file_name: `${name}.csv`,
  })
}

/** Every page of it one after the other. */
export async function* everyRow<T>(
  pageAt: (asked: PageAsked) => Promise<Page<T>>,
  most: number,
): AsyncGenerator<T> {
  let last = 1
  for (let page = 1; page <= last; page += 1) {
    const { rows, meta } = await pageAt({ page, per_page: per_page_max })
    if (meta.total > most) {
      throw new Refusal(400, 'invalid', `That is ${meta.total} rows; narrow the filters.`)
    }
    last = meta.last_page
    yield* rows
  }
}

function columnsOf({ properties = {} }: Shape): Column[] {
  return Object.entries(properties).flatMap(([field, inner]): Column[] => {
    if (inner.type === 'array') return isPlain(inner.items) ? [[field]] : []
    if (inner.properties === undefined) return [[field]]
    return Object.entries(inner.properties)
      .filter(([, one]) => isPlain(one))
      .map(([key]) => [field, key])
  })
}

const isPlain = (shape: Shape | undefined): boolean =>
  shape?.properties === undefined && shape?.type !== 'array'

function valueAt(row: unknown, [field, inner]: Column): unknown {
  const value = (row as Record<string, unknown>)[field]
  if (Array.isArray(value)) return value.join('; ')
  if (inner === undefined || value === null || value === undefined) return value
  return (value as Record<string, unknown>)[inner]
}
