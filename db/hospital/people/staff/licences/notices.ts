// Licences that end soon, or have ended (HR-15): each is told of on the days that the hospital set.

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { tell } from '../../../neighbours/telling.ts'
import { accountsOf } from '../../../office/access/users/staff-link.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { untoldToday } from '../../../office/notifications/once-today.ts'
import { inWords } from '../../../office/plans/days.ts'
import { employed_states } from '../records/words.ts'
import { settingsOf } from '../settings/settings.ts'

export const licence_notice = 'staff_licence.ending'

interface Ending {
  id: string
  staff_id: string
  supervisor_id: string | null
  full_name: string
  board: string
  licence_no: string
  expires_on: string
}

/** To the person, the supervisor and HR; done twice a day it tells nobody again. */
export async function tellEnding(caller: Caller): Promise<number> {
  const found = await endingToday(caller)
  const ids = await untoldToday(
    caller,
    licence_notice,
    found.map(({ id }) => id),
  )
  const fresh = found.filter(({ id }) => ids.includes(id))
  const people = fresh.flatMap(({ staff_id, supervisor_id }) => [staff_id, supervisor_id ?? ''])
  const accounts = await accountsOf(caller, [...new Set(people)].filter(Boolean))
  const day = await today(caller)
  for (const one of fresh) {
    const user = [one.staff_id, one.supervisor_id ?? '']
      .flatMap((id) => accounts.get(id) ?? [])
      .map(({ user_id }) => user_id)
    const notice = wordsOf(one, day)
    if (user.length > 0) await tell(caller, { ...notice, to: { user } })
    await tell(caller, { ...notice, to: { permission: 'licence:write' } })
  }
  return fresh.length
}

/** As many days before the last one as the hospital set, and on the day after it. */
async function endingToday(caller: Caller): Promise<Ending[]> {
  const day = await today(caller)
  const { licence_notice_days } = await settingsOf(caller)
  const days = [nextDay(day, -1), ...licence_notice_days.map((ahead) => nextDay(day, ahead))]
  return rows<Ending>(
    sql`select l.id, l.staff_id, s.supervisor_id, s.full_name, l.board, l.licence_no, l.expires_on
      from staff_licences l join staff s on s.id = l.staff_id
      where l.hospital_id = ${caller.hospital_id} and l.status = 'HELD'
      and l.expires_on${oneOf(days)} and s.status${oneOf(employed_states)}
      and not exists (select 1 from staff_licences later where later.staff_id = l.staff_id
        and later.kind = l.kind and later.board_key = l.board_key and later.status = 'HELD'
        and later.expires_on > l.expires_on)
      order by l.expires_on, l.id`,
  )
}

function wordsOf({ id, full_name, board, licence_no, expires_on }: Ending, day: string) {
  const over = expires_on < day
  return {
    kind: licence_notice,
    title: over ? 'A licence has ended' : 'A licence ends soon',
    body: `${full_name}: ${board} ${licence_no}, ${over ? 'ended' : 'ends'} ${inWords(expires_on)}.`,
    entity: { type: 'staff_licence', id },
  }
}
