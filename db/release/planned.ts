// How long pending migrations may take (OPS-145), from the rows of the tables that they touch. The rates
// are of a slow disk; --on-copy measures instead of guessing.

import type { Migration, Step } from '../migrate.ts'

export interface PlannedMigration {
  name: string
  breaking: boolean
  steps: number
  /** Of the tables it reads or writes. */
  rows: number
  about_ms: number
}

const statement_ms = 5
const indexed_row_ms = 0.01
const worked_row_ms = 0.1

/** `counts` holds the rows of every table there is now. */
export function planned(
  pending: readonly Migration[],
  counts: ReadonlyMap<string, number>,
): PlannedMigration[] {
  const all = [...counts.values()].reduce((sum, rows) => sum + rows, 0)
  return pending.map(({ name, breaking = false, steps }) => {
    const costs = steps.map((step) => costOf(step, counts, all))
    const touched = new Map(steps.flatMap((step) => tablesOf(step, counts)))
    const rows = [...touched.values()].reduce((sum, one) => sum + one, 0)
    return {
      name,
      breaking,
      steps: steps.length,
      rows: steps.some((step) => 'data' in step) ? all : rows,
      about_ms: Math.ceil(costs.reduce((sum, one) => sum + one, 0)),
    }
  })
}

/** What a step over data reads is its own: as if it were everything. */
function costOf(step: Step, counts: ReadonlyMap<string, number>, all: number): number {
  if ('data' in step) return statement_ms + all * worked_row_ms
  if ('index' in step) return statement_ms + (counts.get(step.index) ?? 0) * indexed_row_ms
  return statement_ms
}

const tablesOf = (
  step: Step,
  counts: ReadonlyMap<string, number>,
): (readonly [string, number])[] => {
  const name = 'index' in step ? step.index : 'add' in step ? step.add : null
  return name === null ? [] : [[name, counts.get(name) ?? 0]]
}
