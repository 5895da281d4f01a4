// After 30 days the values of an import are erased and its figures kept (PLT-129).

import { clock } from '../../../core/clock.ts'
import { row, run, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import * as files from './files.ts'
import { imports } from './tables.ts'

/** One import at a time; answers how many rows it had, at least one while there are any imports. */
export async function eraseValues(before: string): Promise<number> {
  const one = await row<{ id: string; hospital_id: string }>(
    sql`select id, hospital_id from imports where erased_at is null and updated_at < ${before} and status not in ('CHECKING', 'COMMITTING') order by updated_at, id limit 1`,
  )
  if (one === undefined) return 0
  await files.erase(one.id)
  let erased = 0
  for (;;) {
    const some = await within(
      () =>
        run(
          sql`update import_rows set cells = null, words = null, errors = '[]', duplicate_of = null
            where import_id = ${one.id} 
            and row in (select row from import_rows where import_id = ${one.id} and cells is not null order by row limit 2000)`,
        ),
      'jobs',
    )
    erased += some
    if (some === 0) break
  }
  await within(
    () =>
      imports.change({ hospital_id: one.hospital_id, id: one.id }, { erased_at: clock.instant() }),
    'jobs',
  )
  return Math.max(1, erased)
}
