// Which documents have an entry dated in some days: what is not, is not read.

import { nextDay, startOfDay } from '../../../../core/clock.ts'
import { nothing, type Sql, sql } from '../../../../store/sql.ts'
import type { Days } from '../../accounting/proofs/replayed.ts'

/** `and …`; nothing where all of them are asked for. */
export const ofDays = (days: Days | undefined, said: (days: Days) => Sql): Sql =>
  days === undefined ? nothing : sql`and (${said(days)})`

/** Whether a moment lies in days of the hospital. */
export const inDays = (timezone: string, column: Sql, { from, to }: Days): Sql =>
  sql`(${column} >= ${startOfDay(timezone, from)}
    and ${column} < ${startOfDay(timezone, nextDay(to))})`
