// Days on which a clinic is otherwise than its schedule says.

import * as exceptions from '../../../db/hospital/desk/appointments/exceptions.ts'
import {
  ExceptionFilters,
  ExceptionInput,
  ScheduleException,
  Why,
} from '../../../db/hospital/desk/appointments/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, list, post } = nobodys

export const door = area('schedule-exceptions', [
  list('/schedule-exceptions', {
    summary: 'Exceptions to clinic schedules, latest first',
    access: 'schedule:read',
    filters: ExceptionFilters,
    each: ScheduleException,
    run: ({ caller, query }) => exceptions.list(caller, query),
  }),
  create('/schedule-exceptions', {
    summary: 'Close days, add a session or change its size',
    access: 'schedule:manage',
    body: ExceptionInput,
    reply: ScheduleException,
    says: 'Exception kept.',
    run: ({ caller, body }) => exceptions.open(caller, body),
  }),
  post('/schedule-exceptions/:id/cancel', {
    summary: 'Take an exception back',
    access: 'schedule:manage',
    record: byId(exceptions.exceptionRecord.get),
    body: Why,
    reply: ScheduleException,
    says: 'Exception taken back.',
    run: ({ caller, params, body }) => exceptions.cancel(caller, params.id, body.reason),
  }),
])
