// Cases that nobody told the authority of in time (CAR-27): who tells of them hears of it again and again, and after half
// a day the manager too.

import type { Caller } from '../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { namedFew } from '../../office/notifications/once-today.ts'
import { notify, type To } from '../../office/notifications/notify.ts'
import { case_notices } from './tables.ts'

const at_once = 200
const again_after = hours(4)
const manager_after = hours(12)

interface Late {
  id: string
  number: string
  due_at: string
}

export const tellLateNotices = (caller: Caller): Promise<number> =>
  within(async () => {
    const { hospital_id } = caller
    const found = await rows<Late>(
      sql`select id, number, due_at from case_notices where hospital_id = ${hospital_id}
        and status = 'OPEN' and level = 'IMMEDIATE' and due_at < ${clock.instant()}
        and (late_told_at is null or late_told_at <= ${instantIn(-again_after)})
        order by due_at, id limit ${at_once}`,
    )
    const long = found.filter(({ due_at }) => due_at <= instantIn(-manager_after))
    await tellOf(caller, { permission: 'notice:write' }, found)
    await tellOf(caller, { role: 'manager' }, long)
    const ids = found.map(({ id }) => id)
    if (ids.length > 0) {
      await case_notices.change({ hospital_id, id: ids }, { late_told_at: clock.instant() })
    }
    return found.length
  }, 'jobs')

async function tellOf(caller: Caller, to: To, late: readonly Late[]): Promise<void> {
  if (late.length === 0) return
  await notify(caller, {
    to,
    kind: 'notice.late',
    title: 'Cases are told late to the authority',
    body: `${namedFew(late.map(({ number }) => number))}.`,
  })
}
