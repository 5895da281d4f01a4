// What the clock does with staff each night: suspensions that end, vacancies that close, leave that
// begins. Done twice it does nothing more.

import type { Caller } from '../../../core/caller.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { leaveRecord } from './leave/requests.ts'
import { backAtWork } from './records/moves.ts'
import { staffRecord } from './records/rows.ts'
import { closed, vacancyRecord } from './recruitment/vacancies.ts'

const piece = 200

/** On the day after the last of it. */
export async function endSuspensions(caller: Caller): Promise<number> {
  const day = await today(caller)
  const over = await rows<{ id: string }>(
    sql`select id from staff where hospital_id = ${caller.hospital_id} and status = 'SUSPENDED'
      and suspended_until < ${day} order by id limit ${piece}`,
  )
  for (const { id } of over) {
    await backAtWork(caller, await staffRecord.locked(caller, id), 'The suspension is over')
  }
  return over.length
}

export async function closeVacancies(caller: Caller): Promise<number> {
  const day = await today(caller)
  const over = await rows<{ id: string }>(
    sql`select id from vacancies where hospital_id = ${caller.hospital_id} and status = 'OPEN'
      and closes_on < ${day} order by id limit ${piece}`,
  )
  for (const { id } of over) {
    await closed(caller, await vacancyRecord.locked(caller, id), 'expired')
  }
  return over.length
}

/** 3.5: what has begun cannot be cancelled any more. */
export async function beginLeave(caller: Caller): Promise<number> {
  const day = await today(caller)
  const begun = await rows<{ id: string }>(
    sql`select id from leave_requests where hospital_id = ${caller.hospital_id}
      and status = 'APPROVED' and starts_on < ${day} order by id limit ${piece}`,
  )
  for (const { id } of begun) {
    await leaveRecord.moved(caller, await leaveRecord.locked(caller, id), 'begin')
  }
  return begun.length
}
