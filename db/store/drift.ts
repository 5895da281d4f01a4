// What the migrations add up to, held against what the tables say.

import { specOf, type TableSpec } from './ddl.ts'
import type { Migration, Step } from './migrate.ts'
import type { Table } from './table.ts'

export type Schema = Record<string, TableSpec>

export async function schemaOf(migrations: readonly Migration[]): Promise<Schema> {
  const schema: Schema = {}
  for (const { steps } of migrations) for (const step of await steps()) take(schema, step)
  return schema
}

export const schemaWanted = (tables: readonly Table[]): Schema =>
  Object.fromEntries(tables.map((table) => [table.name, specOf(table)]))

function take(schema: Schema, step: Step): void {
  if ('data' in step) return
  if ('create' in step) {
    schema[step.create] = structuredClone(step.spec)
    return
  }
  const spec = schema['add' in step ? step.add : step.index]
  if (spec === undefined) throw new Error('a migration changes a table that was never made')
  if ('add' in step) spec.columns[step.column] = step.word
  else if (step.unique === true) spec.unique = [...(spec.unique ?? []), step.on]
  else spec.indexes = [...(spec.indexes ?? []), step.on]
}

/** The steps that lead from what is to what is wanted; only additions can be drafted. */
export function stepsBetween(is: Schema, wanted: Schema): Step[] {
  const steps: Step[] = []
  for (const name of inOrder(wanted)) {
    const spec = wanted[name] as TableSpec
    const old = is[name]
    if (old === undefined) {
      steps.push({ create: name, spec })
      continue
    }
    for (const [column, word] of Object.entries(spec.columns)) {
      if (old.columns[column] === undefined) steps.push({ add: name, column, word })
    }
    for (const on of missing(spec.unique, old.unique)) steps.push({ index: name, on, unique: true })
    for (const on of missing(spec.indexes, old.indexes)) steps.push({ index: name, on })
  }
  return steps
}

/** One line for each difference; none when tables and migrations say the same. */
export function differences(is: Schema, wanted: Schema): string[] {
  const found: string[] = []
  for (const name of new Set([...Object.keys(is), ...Object.keys(wanted)])) {
    const a = canonical(is[name])
    const b = canonical(wanted[name])
    if (a !== b) found.push(`${name}: migrations make ${a}; the table says ${b}`)
  }
  return found
}

function canonical(spec: TableSpec | undefined): string {
  if (spec === undefined) return 'nothing'
  return JSON.stringify({
    ...spec,
    columns: Object.fromEntries(Object.entries(spec.columns).sort(([a], [b]) => (a < b ? -1 : 1))),
    unique: (spec.unique ?? []).map((one) => JSON.stringify(one)).sort(),
    indexes: (spec.indexes ?? []).map((one) => JSON.stringify(one)).sort(),
  })
}

const missing = <T>(wanted: readonly T[] = [], is: readonly T[] = []): T[] =>
  wanted.filter((one) => !is.some((other) => JSON.stringify(one) === JSON.stringify(other)))

/** A table comes after those it refers to. */
export function inOrder(schema: Schema): string[] {
  const done = new Set<string>()
  const order: string[] = []
  const visit = (name: string): void => {
    if (done.has(name) || schema[name] === undefined) return
    done.add(name)
    for (const word of Object.values(schema[name].columns)) {
      const [kind, to = ''] = word.split(' ')
      if (kind === 'ref') visit(to.replace('?', ''))
    }
    order.push(name)
  }
  for (const name of Object.keys(schema).sort()) visit(name)
  return order
}
