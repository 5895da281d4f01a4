// Rows as objects. They come as arrays with their names once, which costs half on the way from another
// thread; objects of one shape are a tenth of the work when what makes them is compiled for that shape.

import type { DatabaseRow } from './engine.ts'
import type { Found } from './sqlite-core.ts'

type Maker = (row: unknown[]) => DatabaseRow

interface Shape {
  rows: number
  make: Maker
}

/** What made so few rows is not worth compiling. */
const compiled_from = 20
const shapes_kept_max = 1000

const by_names = new Map<string, Shape>()
/** A statement that is kept gives the same list each time. */
const by_list = new WeakMap<readonly string[], Shape>()

export function rowsOf({ columns, rows }: Found): DatabaseRow[] {
  if (rows.length === 0) return []
  const shape = shapeOf(columns)
  const before = shape.rows
  shape.rows += rows.length
  if (before < compiled_from && shape.rows >= compiled_from) shape.make = compiled(columns)
  return rows.map(shape.make)
}

function shapeOf(columns: readonly string[]): Shape {
  const known = by_list.get(columns)
  if (known !== undefined) return known
  const names = columns.join('\0')
  let shape = by_names.get(names)
  if (shape === undefined) {
    if (by_names.size >= shapes_kept_max) by_names.clear()
    by_names.set(names, (shape = { rows: 0, make: plain(columns) }))
  }
  by_list.set(columns, shape)
  return shape
}

const plain =
  (columns: readonly string[]): Maker =>
  (row) =>
    Object.fromEntries(columns.map((name, index) => [name, row[index]]))

function compiled(columns: readonly string[]): Maker {
  // As a literal this name would not be a column but where the object comes from.
  if (columns.includes('__proto__')) return plain(columns)
  const fields = columns.map((name, index) => `${JSON.stringify(name)}: row[${index}]`)
  // oxlint-disable-next-line typescript/no-implied-eval -- of names alone, each written as a text
  return new Function('row', `return { ${fields.join(', ')} }`) as Maker
}
