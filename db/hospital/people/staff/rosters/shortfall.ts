// Shifts of the coming days that have too few people (HR-35), of all rosters that are out.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { sql, where } from '../../../../store/sql.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { coverIn } from './cover.ts'
import type { Cover } from './cover-shapes.ts'
import { rosters } from './tables.ts'

export interface Shortfall extends Cover {
  department: string
  roster: string
}

const ahead_days = 6

export async function shortfall(caller: Caller): Promise<Shortfall[]> {
  const from = await today(caller)
  const to = nextDay(from, ahead_days)
  const out = await rosters.read(
    sql`select ${rosters.selection()} from rosters${where([
      sql`hospital_id = ${caller.hospital_id}`,
      sql`status = 'PUBLISHED'`,
      sql`starts_on <= ${to} and ends_on >= ${from}`,
      await inScope(caller, undefined),
    ])} order by department, starts_on, id`,
  )
  const found: Shortfall[] = []
  for (const { number, ...roster } of out) {
    // Of a long roster only these days are reckoned.
    const days = {
      ...roster,
      starts_on: roster.starts_on > from ? roster.starts_on : from,
      ends_on: roster.ends_on < to ? roster.ends_on : to,
    }
    const short = (await coverIn(caller, days)).filter((one) => one.short > 0)
    found.push(...short.map((one) => ({ ...one, department: roster.department, roster: number })))
  }
  return found.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}
