// What was let through yesterday, to the managers each morning (front office 7).

import type { Caller } from '../../../core/caller.ts'
import { nextDay, startOfDay } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import { notify } from '../../office/notifications/notify.ts'
import { onceToday } from '../../office/notifications/once-today.ts'

/** From the audit log, where those stand too that billing keeps (GAT-5). */
export const tellOverrides = (caller: Caller): Promise<number> =>
  onceToday(caller, 'gate.overrides', async () => {
    const { timezone } = await hospitalOf(caller)
    const day = await today(caller)
    const found = await rows<{ gate: string; n: number }>(
      sql`select entity_label as gate, count(*) as n from audit_rows
        where hospital_id = ${caller.hospital_id} and action = 'gate.override'
        and at >= ${startOfDay(timezone, nextDay(day, -1))} and at < ${startOfDay(timezone, day)}
        group by entity_label order by 2 desc, 1`,
    )
    const count = found.reduce((sum, { n }) => sum + Number(n), 0)
    if (count === 0) return 0
    await notify(caller, {
      to: { role: 'manager' },
      kind: 'gate.overrides',
      title: `Gates passed with a reason yesterday: ${count}`,
      body: `${found.map(({ gate, n }) => `${gate} ${n}`).join(', ')}.`,
    })
    return count
  })
