// Tasks that nobody did in time (CAR-123) are told to the in-charges of wards.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { numbersOf, tellList } from '../clinical/tell-list.ts'
import { windowsOf } from './task-record.ts'

const at_once = 500

/** Those of a series are missed by themselves; what is single or mandatory waits, and is told. */
export const tellOverdue = (caller: Caller): Promise<number> =>
  within(async () => {
    const { missed_ms } = await windowsOf(caller)
    const late = new Date(clock.ms() - missed_ms).toISOString()
    const found = await rows<{ id: string; task: string; patient_id: string }>(
      sql`select id, task, patient_id from nursing_tasks
        where hospital_id = ${caller.hospital_id} and status in ('OPEN', 'IN_PROGRESS')
          and (every_minutes is null or mandatory) and due_at < ${late}
        order by due_at, id limit ${at_once}`,
    )
    const number = await numbersOf(
      caller,
      found.map(({ patient_id }) => patient_id),
    )
    return tellList(
      caller,
      { kind: 'task.overdue', to: { role: 'nurse_in_charge' }, title: 'Tasks are overdue' },
      found.map(({ id, task, patient_id }) => ({ id, called: `${number(patient_id)}: ${task}` })),
    )
  }, 'jobs')
