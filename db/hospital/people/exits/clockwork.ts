// What the clock does with exits each night (people 3.9, HR-134). Done twice it does nothing more.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { shutAccount } from '../staff/records/leaving.ts'
import { clearingBegun } from './clearing.ts'
import { exitRecord } from './record.ts'

const piece = 100
const ahead_days = 7

/** A week before the last day. */
export async function beginClearing(caller: Caller): Promise<number> {
  const day = nextDay(await today(caller), ahead_days)
  const due = await rows<{ id: string }>(
    sql`select id from staff_exits where hospital_id = ${caller.hospital_id} and status = 'OPEN'
      and last_day <= ${day} order by id limit ${piece}`,
  )
  for (const { id } of due) await clearingBegun(caller, await exitRecord.locked(caller, id))
  return due.length
}

/** On the day after the last one, whatever is still to be cleared. */
export async function closeSignIns(caller: Caller): Promise<number> {
  const day = await today(caller)
  const gone = await rows<{ staff_id: string; number: string }>(
    sql`select e.staff_id, e.number from staff_exits e
      join users u on u.staff_id = e.staff_id and u.kind = 'STAFF'
        and u.status in ('INVITED', 'ACTIVE')
      where e.hospital_id = ${caller.hospital_id} and e.last_day < ${day}
      and e.status in ('OPEN', 'CLEARING', 'CLEARED', 'SETTLED') order by e.id limit ${piece}`,
  )
  for (const { staff_id, number } of gone) {
    await shutAccount(caller, staff_id, `${number}: the last day is over`)
  }
  return gone.length
}
