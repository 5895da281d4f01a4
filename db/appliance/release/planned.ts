// How long pending migrations may take (OPS-145), from the rows of the tables that they touch: as on a
// quick disk, and as on a slow one. What this one is like only --on-copy knows, which measures.

import type { Migration, Step } from '../../store/migrate.ts'

export interface PlannedMigration {
  name: string
  breaking: boolean
  steps: number
  /** Of the tables it reads or writes. */
  rows: number
  quick_ms: number
  slow_ms: number
}

interface Rates {
  statement_ms: number
  indexed_row_ms: number
  worked_row_ms: number
}

/** As measured with a million rows on a solid-state disk (`npm run bench -- rehearsal`). */
const quick: Rates = { statement_ms: 1, indexed_row_ms: 0.001, worked_row_ms: 0.005 }
const slow: Rates = { statement_ms: 5, indexed_row_ms: 0.01, worked_row_ms: 0.1 }

/** `counts` holds the rows of every table there is now. */
export async function planned(
  pending: readonly Migration[],
  counts: ReadonlyMap<string, number>,
): Promise<PlannedMigration[]> {
  const all = [...counts.values()].reduce((sum, rows) => sum + rows, 0)
  const read = pending.map(async (one) => ({ ...one, steps: await one.steps() }))
  return (await Promise.all(read)).map(({ name, breaking = false, steps }) => {
    const touched = new Map(steps.flatMap((step) => tablesOf(step, counts)))
    const rows = [...touched.values()].reduce((sum, one) => sum + one, 0)
    return {
      name,
      breaking,
      steps: steps.length,
      rows: steps.some((step) => 'data' in step) ? all : rows,
      quick_ms: costOf(steps, { counts, all }, quick),
      slow_ms: costOf(steps, { counts, all }, slow),
    }
  })
}

/** What a step over data reads is its own: as if it were everything. */
function costOf(
  steps: readonly Step[],
  { counts, all }: { counts: ReadonlyMap<string, number>; all: number },
  { statement_ms, indexed_row_ms, worked_row_ms }: Rates,
): number {
  const costs = steps.map((step) => {
    if ('data' in step) return statement_ms + all * worked_row_ms
    if ('index' in step) return statement_ms + (counts.get(step.index) ?? 0) * indexed_row_ms
    return statement_ms
  })
  return Math.ceil(costs.reduce((sum, one) => sum + one, 0))
}

const tablesOf = (
  step: Step,
  counts: ReadonlyMap<string, number>,
): (readonly [string, number])[] => {
  const name = 'index' in step ? step.index : 'add' in step ? step.add : null
  return name === null ? [] : [[name, counts.get(name) ?? 0]]
}
