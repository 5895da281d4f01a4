// Tasks that nobody did in time (CAR-123) are told to the in-charges of wards.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { tellList } from '../clinical/tell-list.ts'
import { windowsOf } from './task-record.ts'

const at_once = 500

/** Those of a series are missed by themselves; what is single or mandatory waits, and is told. */
export const tellOverdue = (caller: Caller): Promise<number> =>
  within(async () => {
    const { missed_ms } = await windowsOf(caller)
    const late = new Date(clock.ms() - missed_ms).toISOString()
    const found = await rows<{ id: string; task: string; number: string }>(
      sql`select n.id, n.task, p.number from nursing_tasks n join patients p on p.id = n.patient_id
        where n.hospital_id = ${caller.hospital_id} and n.status in ('OPEN', 'IN_PROGRESS')
          and (n.every_minutes is null or n.mandatory) and n.due_at < ${late}
        order by n.due_at, n.id limit ${at_once}`,
    )
    return tellList(
      caller,
      { kind: 'task.overdue', to: { role: 'nurse_in_charge' }, title: 'Tasks are overdue' },
      found.map(({ id, task, number }) => ({ id, called: `${number}: ${task}` })),
    )
  }, 'jobs')
