// What comes out about the timetable.

import {
  AnyObject,
  optional,
  choice,
  Flag,
  form,
  listOf,
  nullable,
  named,
  Reason,
  type Static,
  shape,
  Text,
  Whole,
} from '../../core/kinds/kinds.ts'
import { catch_ups, scopes } from './entries.ts'
import { run_outcomes } from './tables.ts'
import { fieldsOf } from '../../store/fields-of.ts'
import { schedule_runs } from './tables.ts'

const scheduleRun = fieldsOf(schedule_runs)

const Stamp = nullable(Text(24, 24))

export const Schedule = named(
  'Schedule',
  shape({
    name: Text(1, 60),
    label: Text(1, 120),
    area: Text(1, 40),
    cron: nullable(Text(1, 120)),
    every: nullable(Text(1, 20)),
    time_zone: Text(1, 60),
    scope: choice(scopes),
    runs_on: choice(['leader', 'each']),
    catch_up: choice(catch_ups),
    weight: choice(['light', 'heavy']),
    deadline_s: Whole(1),
    next_run_at: Stamp,
    last_due_at: Stamp,
    last_run_at: Stamp,
    last_status: nullable(choice(run_outcomes)),
    last_took_ms: nullable(Whole()),
    lag_ms: nullable(Whole()),
    running_on: nullable(Text(1, 160)),
    lease_until: Stamp,
    paused: Flag,
    pausable: Flag,
    pause_reason: nullable(Text(0, 300)),
  }),
)
export type Schedule = Static<typeof Schedule>

export const ScheduleRun = shape({
  ...scheduleRun('due_at', 'started_at', 'finished_at', 'outcome', 'message'),
  counts: nullable(AnyObject),
  ...scheduleRun('daemon', 'by'),
})

export const ScheduleWithRuns = shape({ ...Schedule.properties, runs: listOf(ScheduleRun) })

export const ScheduleFilters = form({ area: optional(Text(1, 40)) })
export const SchedulePause = form({ reason: Reason })
export const ScheduleStarted = shape({ job_id: Text(1, 36) })
