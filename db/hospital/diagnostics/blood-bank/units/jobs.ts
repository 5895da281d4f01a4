// Every quarter of an hour: what is past its date is EXPIRED, what was kept too long goes back (section 7).

import type { Caller } from '../../../../core/caller.ts'
import { clock, days, instantIn } from '../../../../core/clock.ts'
import { rows, within } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { tellList } from '../../../care/clinical/tell-list.ts'
import { settingsOf } from '../settings/settings.ts'
import { in_stock } from '../words.ts'
import { let_go, standingNow, unitRecord } from './record.ts'

const at_once = 500

export async function expire(caller: Caller, signal?: AbortSignal): Promise<number> {
  const due = await rows<{ id: string }>(
    sql`select id from blood_units where hospital_id = ${caller.hospital_id}
      and status${oneOf(in_stock)} and expires_at <= ${clock.instant()} order by id limit ${at_once}`,
  )
  let done = 0
  for (const { id } of due) {
    if (signal?.aborted === true) break
    await within(async () => {
      const row = await unitRecord.locked(caller, id)
      if (row.status === 'EXPIRED' || standingNow(row) !== 'EXPIRED') return
      await unitRecord.moved(caller, row, 'expire', { ...let_go, fate_at: clock.instant() })
      done += 1
    }, 'jobs')
  }
  return done
}

export async function letGo(caller: Caller, signal?: AbortSignal): Promise<number> {
  const due = await rows<{ id: string }>(
    sql`select id from blood_units where hospital_id = ${caller.hospital_id}
      and status = 'RESERVED' and reserved_until <= ${clock.instant()} order by id limit ${at_once}`,
  )
  let done = 0
  for (const { id } of due) {
    if (signal?.aborted === true) break
    await within(async () => {
      const row = await unitRecord.locked(caller, id)
      const is_over = row.status === 'RESERVED' && (row.reserved_until ?? '') <= clock.instant()
      if (!is_over || standingNow(row) === 'EXPIRED') return
      await unitRecord.moved(caller, row, 'let_go', let_go)
      done += 1
    }, 'jobs')
  }
  return done
}

/** What ends within the days that the house chose, once a day to who issues. */
export const tellExpiring = (caller: Caller): Promise<number> =>
  within(async () => {
    const { near_expiry_days } = await settingsOf(caller)
    const found = await rows<{ id: string; number: string }>(
      sql`select id, number from blood_units where hospital_id = ${caller.hospital_id}
        and status in ('AVAILABLE', 'RESERVED') and expires_at > ${clock.instant()}
        and expires_at <= ${instantIn(days(near_expiry_days))}
        order by expires_at, id limit ${at_once}`,
    )
    return tellList(
      caller,
      {
        kind: 'blood.expiring',
        to: { permission: 'blood:issue' },
        title: `Blood that ends within ${near_expiry_days} days`,
      },
      found.map(({ id, number }) => ({ id, called: number })),
    )
  }, 'jobs')
