// What the clock does with exits each night (people 3.9, HR-134). Done twice it does nothing more.

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { shutAccount } from '../staff/records/leaving.ts'
import { clearingBegun } from './clearing.ts'
import { exitRecord } from './record.ts'
import { staff_exits } from './tables.ts'
import { live_exits } from './words.ts'

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
  const { hospital_id } = caller
  const live = await staff_exits.all({ hospital_id, status: [...live_exits] }, { order: ['id'] })
  let shut = 0
  for (const { staff_id, number } of live.filter(({ last_day }) => last_day < day)) {
    if (await shutAccount(caller, staff_id, `${number}: the last day is over`)) shut += 1
  }
  return shut
}
