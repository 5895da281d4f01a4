// The second circle (PLT-98), each minute: what nobody of the first has looked at goes once to those
// named, and the first circle's rows say so.

import { system } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { row, rows, run, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { cut, notify } from './notify.ts'
import { notice_escalations } from './tables.ts'

const at_once = 200

/** How many circles were told. */
export async function escalate(now: string = clock.instant()): Promise<number> {
  const due = await rows<{ id: string }>(
    sql`select id from notice_escalations where done_at is null and due_at <= ${now} order by due_at, id limit ${at_once}`,
  )
  let told = 0
  for (const { id } of due) if (await within(() => escalateOne(id, now), 'jobs')) told += 1
  return told
}

async function escalateOne(id: string, now: string): Promise<boolean> {
  // Of several daemons the one that marks it does it.
  const mine = await notice_escalations.changeAnywhere({ id, done_at: null }, { done_at: now })
  const found = mine === 0 ? undefined : await notice_escalations.findAnywhere({ id })
  if (found === undefined || (await isSeen(id))) return false
  const { hospital_id, notice, second, actor_id } = found
  await run(
    sql`update notifications set escalated_at = ${now}, updated_at = ${now} where escalation_id = ${id}`,
  )
  const caller = {
    ...system(hospital_id),
    facility_id: notice.facility_id,
    // Who did what it is about is left out of this circle as well.
    user_id: actor_id,
  }
  await notify(caller, {
    ...notice,
    to: second,
    title: cut(`Not yet seen: ${notice.title}`, 120),
    outside:
      notice.outside === null
        ? null
        : { ...notice.outside, title: cut(`Not yet seen: ${notice.outside.title}`, 120) },
  })
  return true
}

const isSeen = async (escalation_id: string): Promise<boolean> =>
  (await row(
    sql`select id from notifications where escalation_id = ${escalation_id} and read_at is not null limit 1`,
  )) !== undefined
