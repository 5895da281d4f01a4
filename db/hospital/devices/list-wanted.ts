// A revocation wants the list built anew within seconds (PLT-91). The daemon looks every other second
// whether one was made through it, and builds once for all that were gathered; and once a day anyhow.

import { clock, days } from '../../clock.ts'
import { row } from '../../connection.ts'
import { sql } from '../../sql.ts'
import { clockState } from '../../timetable/clock-guard.ts'
import { onOtherDatabase } from '../../kept.ts'

let wanted = false
let looked_ms = 0
// The list of another database may be an older one.
onOtherDatabase(() => {
  looked_ms = 0
})

export const wantList = (): void => {
  wanted = true
}

const look_ms = 60_000

/** How many lists were built; none when nobody was revoked and the last is of today. */
export async function rebuildIfDue(): Promise<number> {
  const now = clock.ms()
  if (!wanted && now - looked_ms < look_ms) return 0
  // By a clock that jumped no day is over: the last good list is served on (OPS-98).
  if (!wanted && ((await clockState()).state === 'BAD' || !(await isOld(now)))) {
    looked_ms = now
    return 0
  }
  const { rebuild } = await import('./revocation-list.ts')
  wanted = false
  looked_ms = now
  return rebuild()
}

/** A list that was never asked for has no day. */
async function isOld(now: number): Promise<boolean> {
  const found = await row<{ oldest: string | null }>(
    sql`select min(this_update) as oldest from revocation_lists`,
  )
  const oldest = found?.oldest ?? null
  return oldest !== null && now - Date.parse(oldest) > days(1)
}
