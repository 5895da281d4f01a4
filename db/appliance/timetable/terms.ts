// Who leads. Each term has a number; what an older term still tries to claim is refused.

import { row, within } from '../../store/connection.ts'
import { conflict } from '../../core/refusal.ts'
import { byDialect, nothing, sql } from '../../store/sql.ts'
import type { RowOf } from '../../store/table.ts'
import { deployment } from './tables.ts'

export type Deployment = RowOf<(typeof deployment)['columns']>

/** The deployment's row, made when it is first asked for. */
export async function theDeployment(): Promise<Deployment> {
  const found = await deployment.findAnywhere({})
  if (found !== undefined) return found
  return within(async () => {
    // Two daemons may start a fresh database together; the first row is the one that counts.
    await row(
      byDialect({
        sqlite: sql`select 1 as yes`,
        postgres: sql`select 1 as yes from (select pg_advisory_xact_lock(${7_402_118_002})) as held`,
      }),
    )
    return (await deployment.findAnywhere({})) ?? (await deployment.insert({}))
  })
}

export async function beginTerm(daemon: string): Promise<number> {
  const { id } = await theDeployment()
  return within(async () => {
    const before = await deployment.find({ id }, { lock: true })
    const term = (before?.term ?? 0) + 1
    await deployment.change({ id }, { term, leader: daemon })
    return term
  })
}

/** In a claim's transaction: nobody can begin another term before it ends. */
export async function requireTerm(term: number): Promise<void> {
  const found = await row<{ term: number }>(
    sql`select term from deployment${byDialect({ sqlite: nothing, postgres: sql` for share` })}`,
  )
  if (Number(found?.term ?? 0) !== term)
    throw conflict('Another daemon leads the timetable.', 'term')
}
