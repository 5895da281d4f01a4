// A revocation wants the list built anew within seconds (PLT-91). The daemon looks every other second
// whether one was made through it, and builds once for all that were gathered; once a day anyhow; and
// where one that ended, or data that were put back, left somebody revoked whom no list names.

import { clock, days, hours, instantIn } from '../../../core/clock.ts'
import { row } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { clockState } from '../../../appliance/timetable/clock-guard.ts'
import { onOtherDatabase } from '../../../store/kept.ts'
import { names } from './list-naming.ts'
import { device_certificates, revocation_lists } from './tables.ts'

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
const about_ms = hours(1)

/** How many lists were built; none when nobody was revoked and the last is of today. */
export async function rebuildIfDue(): Promise<number> {
  const now = clock.ms()
  if (!wanted && now - looked_ms < look_ms) return 0
  if (!wanted && !(await isBehind()) && !(await isOld(now))) {
    looked_ms = now
    return 0
  }
  const { rebuild } = await import('./revocation-list.ts')
  wanted = false
  looked_ms = now
  return rebuild()
}

/** A list that was never asked for has no day, and by a clock that jumped none is over (OPS-98). */
async function isOld(now: number): Promise<boolean> {
  if ((await clockState()).state === 'BAD') return false
  const found = await row<{ oldest: string | null }>(
    sql`select min(this_update) as oldest from revocation_lists`,
  )
  const oldest = found?.oldest ?? null
  return oldest !== null && now - Date.parse(oldest) > days(1)
}

/** Of those revoked about the time of the last list or after it; what is older was looked at then. */
async function isBehind(): Promise<boolean> {
  for (const { authority, this_update, der } of await revocation_lists.all({})) {
    const since = new Date(Date.parse(this_update) - about_ms).toISOString()
    const revoked = await device_certificates.read(
      sql`select ${device_certificates.selection()} from device_certificates
          where authority = ${authority} and revoked_at >= ${since} and not_after > ${instantIn(0)}`,
    )
    const list = Buffer.from(der, 'base64')
    if (revoked.some(({ serial }) => !names(list, serial))) return true
  }
  return false
}
