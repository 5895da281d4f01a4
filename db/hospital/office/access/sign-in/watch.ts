// What the house looks after by itself, night by night (PLT-46, job 7).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows, run } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { record } from '../../audit/record.ts'
import { today } from '../../hospitals/hospitals.ts'
import { forgetCallers } from '../callers.ts'
import { list } from '../users/review.ts'
import { tell } from '../../../neighbours/telling.ts'

const at_once = 500

/** What was given until a day and no longer counts falls away; in pieces, answers how many. */
export async function dropEnded(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const ended = await rows<{
    id: string
    user_id: string
    until: string
    full_name: string
    name: string
  }>(
    sql`select ur.id, ur.user_id, ur.until, u.full_name, r.name
      from user_roles ur join users u on u.id = ur.user_id join roles r on r.id = ur.role_id
      where ur.hospital_id = ${hospital_id} and ur.until < ${await today(caller)}
      order by ur.id limit ${at_once}`,
  )
  if (ended.length === 0) return 0
  await run(sql`delete from user_roles where id${oneOf(ended.map(({ id }) => id))}`)
  for (const { user_id, until, full_name, name } of ended) {
    record(caller, 'user.role_ended', {
      entity_type: 'user',
      entity_id: user_id,
      entity_label: full_name,
      changes: { role: [name, null], until: [until, null] },
    })
  }
  forgetCallers()
  return ended.length
}

/** Two days before an assignment ends its holder and whoever gave it are told; answers how many end. */
export async function tellEnding(caller: Caller): Promise<number> {
  const last_day = nextDay(await today(caller), 2)
  const ending = await rows<{
    user_id: string
    given_by: string | null
    full_name: string
    name: string
  }>(
    sql`select ur.user_id, ur.given_by, u.full_name, r.name
      from user_roles ur join users u on u.id = ur.user_id join roles r on r.id = ur.role_id
      where ur.hospital_id = ${caller.hospital_id} and ur.until = ${last_day}
        and u.status in ('ACTIVE', 'INVITED')
      order by u.full_name, ur.id`,
  )
  for (const { user_id, given_by, full_name, name } of ending) {
    await tell(caller, {
      to: { user: given_by === null ? [user_id] : [user_id, given_by] },
      kind: 'account.role_ending',
      title: `The role ${name} ends on ${last_day}`,
      body: `${full_name} holds ${name} until ${last_day}.`,
      entity: { type: 'user', id: user_id },
    })
  }
  return ending.length
}

/** Once a week: accounts that sleep, whose people left, that hold what conflicts. */
export async function tellFlagged(caller: Caller): Promise<number> {
  const counts = { dormant: 0, left: 0, conflict: 0 }
  for (const flag of ['dormant', 'left', 'conflict'] as const) {
    counts[flag] = (await list(caller, { flag, page: 1, per_page: 1 })).meta.total
  }
  const total = counts.dormant + counts.left + counts.conflict
  if (total === 0) return 0
  await tell(caller, {
    to: { permission: 'user:suspend' },
    kind: 'account.access_flag',
    title: 'Accounts to look at',
    body: `Asleep: ${counts.dormant}. Left the house: ${counts.left}. With conflicting permissions: ${counts.conflict}.`,
  })
  return total
}
