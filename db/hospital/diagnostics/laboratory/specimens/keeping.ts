// How long a specimen is kept (DIA-52): the days of its type after the last of its results went out.

import type { Caller } from '../../../../core/caller.ts'
import { clock, days, instantIn } from '../../../../core/clock.ts'
import { join, oneOf, type Sql, sql } from '../../../../store/sql.ts'
import { type SpecimenTypeRow, specimenTypes } from '../catalogue/lists.ts'
import type { ItemRow } from '../orders/record.ts'
import { isLive } from './tubes.ts'

/** Nothing while something of it is still to come, or where nothing ever was measured in it. */
export function disposeAfter(
  type: Pick<SpecimenTypeRow, 'retention_days'> | undefined,
  items: readonly ItemRow[],
): string | null {
  const live = items.filter(isLive)
  const last = live
    .flatMap(({ released_at }) => released_at ?? [])
    .toSorted()
    .at(-1)
  const is_done = live.every(({ status }) => status === 'RELEASED')
  if (type === undefined || last === undefined || !is_done) return null
  return instantIn(Date.parse(last) + days(type.retention_days) - clock.ms())
}

/** The same of specimens `s` in a statement: those that are here, and past it. */
export async function pastKeeping(caller: Caller): Promise<Sql> {
  const by_days = Map.groupBy(await specimenTypes(caller), ({ retention_days }) => retention_days)
  const of_items = sql`select 1 from diagnostic_items i where i.specimen_id = s.id`
  const past = [...by_days].map(
    ([kept, types]) => sql`(s.type_id${oneOf(types.map(({ id }) => id))}
      and not exists (${of_items} and i.released_at > ${instantIn(-days(kept))}))`,
  )
  if (past.length === 0) return sql`1 = 0`
  return sql`s.status in ('RECEIVED', 'STORED', 'REJECTED')
    and exists (${of_items} and i.status = 'RELEASED')
    and not exists (${of_items} and i.status not in ('RELEASED', 'CANCELLED'))
    and (${join(past, ' or ')})`
}
