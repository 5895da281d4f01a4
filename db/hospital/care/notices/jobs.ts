// Cases that nobody told the authority of in time (CAR-27).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { tellList } from '../clinical/tell-list.ts'

const at_once = 200

export const tellLateNotices = (caller: Caller): Promise<number> =>
  within(async () => {
    const late = await rows<{ id: string; called: string }>(
      sql`select id, number as called from case_notices where hospital_id = ${caller.hospital_id}
        and status = 'OPEN' and level = 'IMMEDIATE' and due_at < ${clock.instant()}
        order by due_at, id limit ${at_once}`,
    )
    const to = { permission: 'notice:write' }
    return tellList(
      caller,
      { kind: 'notice.late', to, title: 'Cases are told late to the authority' },
      late,
    )
  }, 'jobs')
