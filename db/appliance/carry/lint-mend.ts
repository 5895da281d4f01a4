// Mending what the lint finds (OPS-147), where nothing is lost by it: what nobody can see is taken out,
// bytes that are no letter become the mark for one. The rest is for a person.

import { type Engine, isTaken } from '../../store/engines/engine.ts'
import { run, within } from '../../store/connection.ts'
import { join, raw, sql } from '../../store/sql.ts'
import { bytesOf, isHeld, type LintRow, lintRows } from './lint.ts'
import type { Carried } from './tables.ts'

export interface Mended {
  table: string
  id: string
  column: string
  rule: string
  /** Null: nothing was done, and why. */
  mended: boolean
  why: string | null
}

export async function mendLint(
  engine: Engine,
  tables: readonly Carried[],
  onTable: (name: string, index: number) => void = () => undefined,
): Promise<Mended[]> {
  const done: Mended[] = []
  for (const row of await lintRows(engine, tables, Number.POSITIVE_INFINITY, onTable)) {
    const { table, id, column, rule } = row.finding
    const why = whyNot(row) ?? (await write(row))
    done.push({ table, id, column, rule, mended: why === null, why })
  }
  return done
}

const whyNot = (row: LintRow): string | null => {
  if (row.table.append_only) return 'rows of this table are never changed'
  if (row.table.key.includes(row.finding.column)) return 'other rows refer to it by this value'
  return mendOf(row) === undefined ? 'a person must say what it should be' : null
}

/** Undefined: it cannot be known. Tables are strict: a value of another kind is never in them. */
export function mendOf({
  finding: { rule },
  value,
}: {
  finding: Pick<LintRow['finding'], 'rule'>
  value: LintRow['value']
}): string | number | undefined {
  if (rule === 'holds NUL') return String(value).replaceAll('\0', '')
  if (rule === 'is not UTF-8') return String(value)
  return rule === 'is neither 0 nor 1' ? 1 : undefined
}

/** Null when it is done. A fault in one row leaves what was mended before it told. */
async function write(row: LintRow): Promise<string | null> {
  const { table, key, finding } = row
  const where = table.key.map((name, index) => sql`${raw(name)} = ${key[index] ?? null}`)
  const column = raw(finding.column)
  try {
    const changed = await within(
      () =>
        // Between the look and now somebody may have corrected it.
        run(
          sql`update ${raw(table.name)} set ${column} = ${mendOf(row) ?? null}
              where ${join(where, ' and ')} and typeof(${column}) = ${isHeld(row.value)}
                and ${bytesOf(finding.column)} = ${row.bytes}`,
        ),
      'jobs',
    )
    return changed > 0 ? null : 'it was changed meanwhile'
  } catch (error) {
    if (isTaken(error)) return 'another row has what it would become'
    return `the database did not take it: ${error instanceof Error ? error.message : String(error)}`
  }
}
