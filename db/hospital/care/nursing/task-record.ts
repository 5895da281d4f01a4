// A task as it is kept, and how late it is (3.6; CAR-123).

import { type Caller } from '../../../core/caller.ts'
import { clock, minutes } from '../../../core/clock.ts'
import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { clinicalOf } from '../clinical/settings.ts'
import { nursing_task_history, nursing_tasks } from './tables.ts'
import { task_states, type task_timings } from './words.ts'

export type TaskRow = RowOf<(typeof nursing_tasks)['columns']>
export type Timing = (typeof task_timings)[number]

const task_life = life('task', task_states, {
  start: { from: ['OPEN'], to: 'IN_PROGRESS', permission: 'task:complete' },
  complete: {
    from: ['OPEN', 'IN_PROGRESS', 'MISSED'],
    to: 'DONE',
    permission: 'task:complete',
  },
  miss: {
    from: ['OPEN', 'IN_PROGRESS'],
    to: 'MISSED',
    permission: 'task:complete',
    reason: 'required',
  },
  cancel: {
    from: ['OPEN', 'IN_PROGRESS'],
    to: 'CANCELLED',
    permission: 'task:write',
    reason: 'required',
  },
})

export const taskRecord = recordWithLife(nursing_tasks, {
  life: task_life,
  type: 'nursing_task',
  called: ({ task }) => task,
  history: historyIn(nursing_task_history),
})

export interface Windows {
  late_ms: number
  missed_ms: number
}

export async function windowsOf(caller: Pick<Caller, 'hospital_id'>): Promise<Windows> {
  const { task_late_minutes, task_missed_minutes } = await clinicalOf(caller)
  return { late_ms: minutes(task_late_minutes), missed_ms: minutes(task_missed_minutes) }
}

/** So long before it is due somebody may already get ready for it. */
export const ready_ms = minutes(30)

export function timingOf(
  { status, due_at }: Pick<TaskRow, 'status' | 'due_at'>,
  { late_ms, missed_ms }: Windows,
): Timing {
  if (status !== 'OPEN' && status !== 'IN_PROGRESS') return 'DONE'
  const past = clock.ms() - Date.parse(due_at)
  if (past < -ready_ms) return 'UPCOMING'
  if (past <= late_ms) return 'DUE'
  return past <= missed_ms ? 'LATE' : 'OVERDUE'
}
