// What others ask of nursing (CAR-213, CAR-215, CAR-218), and what ends with a stay or a life.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import type { NextTask } from '../../neighbours/bedside.ts'
import type { OnStayEnd, WorkLeftBy } from '../../registry.ts'
import { everyRow, repointing } from '../clinical/repointing.ts'
import { reviewDeath } from './death-review.ts'
import { nursing_tasks } from './tables.ts'
import { taskRecord, type TaskRow, timingOf, windowsOf } from './task-record.ts'
import { endAll, nextOf } from './tasks.ts'

export const onStayEnd: OnStayEnd = async (caller, { admission_id, reason }) => {
  await endAll(caller, { admission_id }, reason)
}

export async function onDeath(
  caller: Caller,
  patient_id: string,
  died_at: string,
): Promise<Record<string, readonly string[]>> {
  const ended = await endAll(caller, { patient_id }, 'Died')
  await reviewDeath(caller, patient_id, died_at)
  return ended.length === 0 ? {} : { tasks: ended.map(({ task }) => task) }
}

export const workLeftBy: WorkLeftBy = async ({ hospital_id }, staff_id) => [
  {
    label: 'tasks assigned',
    count: await nursing_tasks.count({
      hospital_id,
      assigned_to_id: staff_id,
      status: ['OPEN', 'IN_PROGRESS'],
    }),
  },
]

export const repointPatient = repointing({ nursing_tasks: everyRow, fluid_entries: everyRow })

/** For the board of a ward: the first that is due of each stay, and how many wait. */
export async function nextTasksOf(
  caller: Caller,
  admission_ids: readonly string[],
): Promise<Map<string, NextTask>> {
  if (admission_ids.length === 0) return new Map()
  const { hospital_id } = caller
  const found = await nursing_tasks.all(
    { hospital_id, admission_id: [...admission_ids], status: ['OPEN', 'IN_PROGRESS'] },
    { order: ['due_at', 'id'] },
  )
  const windows = await windowsOf(caller)
  return new Map(
    [...Map.groupBy(found, ({ admission_id }) => admission_id ?? '')].map(([id, own]) => {
      const first = own[0] as TaskRow
      const { task, due_at } = first
      return [id, { task, due_at, timing: timingOf(first, windows), open: own.length }]
    }),
  )
}

const at_once = 200

/** CAR-123: those of a series that nobody came to are missed, and the next one waits. */
export async function missOverdue(caller: Caller): Promise<number> {
  const { missed_ms } = await windowsOf(caller)
  const late = new Date(clock.ms() - missed_ms).toISOString()
  const found = await rows<{ id: string; patient_id: string }>(
    sql`select id, patient_id from nursing_tasks where hospital_id = ${caller.hospital_id}
      and status in ('OPEN', 'IN_PROGRESS') and every_minutes is not null and mandatory = ${false}
      and due_at < ${late} order by patient_id, id limit ${at_once}`,
  )
  let missed = 0
  for (const { id, patient_id } of found) {
    await within(async () => {
      await patientRecord.locked(caller, patient_id)
      const before = await taskRecord.locked(caller, id)
      if (before.status !== 'OPEN' && before.status !== 'IN_PROGRESS') return
      const row = await taskRecord.moved(caller, before, 'miss', { miss_reason: 'AUTO' }, 'AUTO')
      await nextOf(caller, row)
      missed += 1
    }, 'jobs')
  }
  return missed
}
