// Each minute: alerts of which nobody has heard go their next step (section 7), each in a transaction of
// its own, so that two daemons tell it once.

import type { Caller } from '../../../../core/caller.ts'
import { clock, instantIn, minutes } from '../../../../core/clock.ts'
import { rows, within } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { settingsOf } from '../catalogue/settings.ts'
import { alertRecord } from './record.ts'
import { takeStep, tellFirst } from './telling.ts'

const at_once = 200

export async function walkAlerts(caller: Caller, signal?: AbortSignal): Promise<number> {
  const settings = await settingsOf(caller)
  const late = instantIn(-minutes(settings.critical_unverified_minutes))
  const due = await rows<{ id: string }>(
    sql`select id from critical_alerts where hospital_id = ${caller.hospital_id}
      and status = 'OPEN' and ((told_at is null and found_at <= ${late})
        or next_step_at <= ${clock.instant()})
      order by found_at, id limit ${at_once}`,
  )
  let taken = 0
  for (const { id } of due) {
    if (signal?.aborted === true) break
    await within(async () => {
      const row = await alertRecord.locked(caller, id)
      if (row.status !== 'OPEN') return
      const is_due = row.next_step_at !== null && row.next_step_at <= clock.instant()
      if (row.told_at === null && row.found_at <= late) await tellFirst(caller, row, true)
      else if (is_due) await takeStep(caller, row, settings)
      else return
      taken += 1
    }, 'jobs')
  }
  return taken
}
