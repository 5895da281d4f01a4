// The timetable.

import * as schedules from '../../../db/appliance/timetable/schedules.ts'
import {
  Schedule,
  ScheduleFilters,
  SchedulePause,
  ScheduleStarted,
} from '../../../db/appliance/timetable/shapes.ts'
import { area } from '../../edge/route.ts'
import { nobodys } from '../words.ts'

const { listed, post, start } = nobodys

export const door = area('schedules', [
  listed('/schedules', {
    summary: 'What runs when',
    access: 'job:read',
    query: ScheduleFilters,
    each: Schedule,
    run: ({ caller, query }) => schedules.list(caller, query.area),
  }),
  start('/schedules/:name/run', {
    summary: 'Run a schedule now',
    access: 'job:manage',
    reply: ScheduleStarted,
    says: 'Schedule started.',
    run: ({ caller, params }) => schedules.start(caller, params.name),
  }),
  post('/schedules/:name/pause', {
    summary: 'Pause a schedule',
    access: 'job:manage',
    record: (caller, { name }) => schedules.find(caller, name),
    body: SchedulePause,
    reply: Schedule,
    says: 'Schedule paused.',
    run: ({ caller, params, body }) => schedules.pause(caller, params.name, body.reason),
  }),
  post('/schedules/:name/resume', {
    summary: 'Resume a schedule',
    access: 'job:manage',
    reply: Schedule,
    says: 'Schedule resumed.',
    run: ({ caller, params }) => schedules.resume(caller, params.name),
  }),
])
