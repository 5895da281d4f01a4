// How soon critical results are heard of (DIA-85, DIA-89): from when the value was found to who read it back
// or acknowledged it. A withdrawn one counts for nothing; one that is not due yet counts for nothing yet.

import type { Static } from '../../../../core/kinds/kinds.ts'
import { clock } from '../../../../core/clock.ts'
import { row } from '../../../../store/connection.ts'
import { byDialect, type Sql, sql } from '../../../../store/sql.ts'
import type { CriticalFigures } from './shapes.ts'

interface Counted {
  open_now: number
  overdue: number
  heard: number
  in_time: number
  median: number | string | null
}

/** Instants are text in both databases. */
const seconds = byDialect({
  sqlite: sql`(unixepoch(c.heard_at) - unixepoch(c.found_at))`,
  postgres: sql`extract(epoch from (cast(c.heard_at as timestamptz) - cast(c.found_at as timestamptz)))`,
})

/** `among`: ` from critical_alerts a … where …`. The median is the nearest rank's. */
export async function figuresOf(among: Sql): Promise<Static<typeof CriticalFigures>> {
  const found = await row<Counted>(
    sql`with chosen as (
        select a.status, a.found_at, a.due_at,
          case when a.status in ('ACKNOWLEDGED', 'CONFIRMED')
            then coalesce(a.confirmed_at, a.acknowledged_at) end as heard_at${among}
      ), timed as (
        select ${seconds} as took, row_number() over (order by ${seconds}) as place,
          count(*) over () as n
        from chosen c where c.heard_at is not null
      )
      select coalesce(sum(case when status = 'OPEN' then 1 else 0 end), 0) as open_now,
        coalesce(sum(case when status = 'OPEN' and due_at < ${clock.instant()} then 1 else 0 end), 0)
          as overdue,
        coalesce(sum(case when heard_at is not null then 1 else 0 end), 0) as heard,
        coalesce(sum(case when heard_at is not null and (due_at is null or heard_at <= due_at)
          then 1 else 0 end), 0) as in_time,
        (select max(took) from timed where place = (n + 1) / 2) as median
      from chosen`,
  )
  const [open, overdue, heard, in_time] = [
    found?.open_now,
    found?.overdue,
    found?.heard,
    found?.in_time,
  ].map((one) => Number(one ?? 0)) as [number, number, number, number]
  const judged = heard + overdue
  const median = found?.median ?? null
  return {
    open,
    overdue,
    confirmed_in_time_pct: judged === 0 ? null : Math.round((in_time * 100) / judged),
    median_minutes: median === null ? null : Math.round(Number(median) / 60),
  }
}
