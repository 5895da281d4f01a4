// Tasks as they are read; never more of them than the caller may see (CAR-10).

import { type Caller } from '../../../core/caller.ts'
import { clock, instantIn } from '../../../core/clock.ts'
import { noSuch } from '../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { oneOf, type Sql, sql, when, where } from '../../../store/sql.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { staffOf } from '../../neighbours/people.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { clinicalOpenTo } from '../clinical/open-to.ts'
import { inWard } from '../wards/admissions/for-areas.ts'
import type { Task } from './shapes.ts'
import { nursing_tasks } from './tables.ts'
import {
  ready_ms,
  type TaskRow,
  taskRecord,
  type Timing,
  timingOf,
  type Windows,
  windowsOf,
} from './task-record.ts'

export interface TaskFilter extends PageAsked {
  search?: string
  ward_id?: string
  admission_id?: string
  patient_id?: string
  category?: TaskRow['category']
  status?: TaskRow['status']
  timing?: Timing
  mandatory?: boolean
  assigned_to?: string
  role?: string
  source?: string
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: TaskFilter): Promise<Page<Task>> {
  const { timezone } = await hospitalOf(caller)
  const scope = await scopeOf(caller, undefined)
  const windows = await windowsOf(caller)
  const found = await pageFrom(nursing_tasks, asked, {
    alias: 't',
    from: sql` from nursing_tasks t${where([
      sql`t.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`(t.facility_id is null or t.facility_id${oneOf(scope)})`,
      when(asked.ward_id, inWard(sql`t.admission_id`, asked.ward_id ?? '')),
      when(asked.admission_id, sql`t.admission_id = ${asked.admission_id}`),
      when(asked.patient_id, sql`t.patient_id = ${asked.patient_id}`),
      when(asked.category, sql`t.category = ${asked.category}`),
      when(asked.status, sql`t.status = ${asked.status}`),
      asked.timing === undefined ? undefined : inTime(asked.timing, windows),
      asked.mandatory === undefined ? undefined : sql`t.mandatory = ${asked.mandatory}`,
      await assignedTo(caller, asked.assigned_to),
      when(asked.role, sql`t.role = ${asked.role}`),
      when(asked.source, sql`t.source = ${asked.source}`),
      ...withinDays(sql`t.due_at`, timezone, { from: asked.from, to: asked.to }),
      await clinicalOpenTo(caller, asked.patient_id, 't'),
    ])}`,
    order: sql` order by t.due_at, t.id`,
  })
  return { ...found, rows: await shownAll(caller, found.rows, windows) }
}

/** `me`, or a member of staff. */
async function assignedTo(caller: Caller, typed: string | undefined): Promise<Sql | undefined> {
  if (typed === undefined) return undefined
  const id = typed === 'me' ? ((await staffOf(caller))?.staff_id ?? caller.user_id ?? '') : typed
  return sql`t.assigned_to_id = ${id}`
}

const waits = sql`t.status in ('OPEN', 'IN_PROGRESS')`

/** As `timingOf` says it of one. */
function inTime(timing: Timing, { late_ms, missed_ms }: Windows): Sql {
  const soon = instantIn(ready_ms)
  const late = new Date(clock.ms() - late_ms).toISOString()
  const missed = new Date(clock.ms() - missed_ms).toISOString()
  if (timing === 'UPCOMING') return sql`${waits} and t.due_at > ${soon}`
  if (timing === 'DUE') return sql`${waits} and t.due_at <= ${soon} and t.due_at >= ${late}`
  if (timing === 'LATE') return sql`${waits} and t.due_at < ${late} and t.due_at >= ${missed}`
  if (timing === 'OVERDUE') return sql`${waits} and t.due_at < ${missed}`
  return sql`not (${waits})`
}

async function shownAll(
  caller: Caller,
  found: readonly TaskRow[],
  windows: Windows,
): Promise<Task[]> {
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    const { every_minutes } = row
    const whole = every_minutes !== null && every_minutes % 60 === 0
    return [
      {
        ...row,
        patient,
        every_hours: whole ? every_minutes / 60 : null,
        timing: timingOf(row, windows),
        moves: taskRecord.moves(caller, row),
      },
    ]
  })
}

export async function shown(caller: Caller, row: TaskRow): Promise<Task> {
  const now = await taskRecord.get(caller, row.id)
  const [one] = await shownAll(caller, [now], await windowsOf(caller))
  if (one === undefined) throw noSuch('task')
  return one
}

export const whole = async (caller: Caller, row: TaskRow) => ({
  ...(await shown(caller, row)),
  history: await taskRecord.history(caller, row.id),
})

export const ended = async (
  caller: Caller,
  { row, next }: { row: TaskRow; next: TaskRow | null },
) => ({
  ...(await whole(caller, row)),
  next: next === null ? null : await shown(caller, next),
})
