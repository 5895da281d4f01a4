// Two who do something at the same moment: the second reads while the first has written and not ended.

import { dialect, row, within, writesWaiting } from '../../db/store/connection.ts'
import { sql } from '../../db/store/sql.ts'
import { until } from './programs/daemons.ts'

/** Somebody stands before a row, or a turn to write, that another holds. */
async function somebodyWaits(): Promise<boolean> {
  if (dialect() === 'sqlite') return (writesWaiting() ?? 0) > 0
  const found = await row<{ n: number }>(sql`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return Number(found?.n) > 0
}

/** `first` holds its transaction open until `second` stands before it. */
export async function oneAfterTheOther<T>(
  first: () => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const holding = within(async () => {
    await first()
    begun.resolve()
    await go.promise
  })
  holding.catch(begun.reject)
  await begun.promise
  const following = second()
  following.catch(() => undefined)
  try {
    await until('whoever comes second', somebodyWaits)
  } finally {
    go.resolve()
  }
  await holding
  return following
}
