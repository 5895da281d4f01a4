// When clinicians and points see booked patients, and the times that are free.

import * as schedules from '../../../db/hospital/desk/appointments/schedules.ts'
import {
  Deactivate,
  Schedule,
  ScheduleChange,
  ScheduleFilters,
  ScheduleInput,
  Slot,
  SlotWords,
} from '../../../db/hospital/desk/appointments/shapes.ts'
import { slots } from '../../../db/hospital/desk/appointments/slots.ts'
import { listOf } from '../../../db/core/kinds/kinds.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, patch, post } = nobodys

const schedule = byId(schedules.scheduleRecord.get)

export const door = area('clinic-schedules', [
  list('/clinic-schedules', {
    summary: 'Clinic schedules',
    access: 'schedule:read',
    filters: ScheduleFilters,
    each: Schedule,
    run: ({ caller, query }) => schedules.list(caller, query),
  }),
  create('/clinic-schedules', {
    summary: 'Open a clinic schedule',
    access: 'schedule:manage',
    body: ScheduleInput,
    reply: Schedule,
    says: 'Schedule opened.',
    run: ({ caller, body }) => schedules.open(caller, body),
  }),
  get('/clinic-schedules/:id', {
    summary: 'One clinic schedule',
    access: 'schedule:read',
    record: schedule,
    reply: Schedule,
    run: ({ caller, params }) => schedules.find(caller, params.id),
  }),
  patch('/clinic-schedules/:id', {
    summary: 'Change a clinic schedule; what is booked stays and is counted',
    access: 'schedule:manage',
    record: schedule,
    body: ScheduleChange,
    reply: Schedule,
    says: 'Schedule changed.',
    run: ({ caller, params, body }) => schedules.change(caller, params.id, body),
  }),
  post('/clinic-schedules/:id/deactivate', {
    summary: 'Close a clinic schedule, at once or from a day on',
    access: 'schedule:manage',
    record: schedule,
    body: Deactivate,
    reply: Schedule,
    says: 'Schedule closed.',
    run: ({ caller, params, body }) => schedules.deactivate(caller, params.id, body),
  }),
  get('/appointment-slots', {
    summary: 'Times of a clinician, a point or a department, free and taken',
    access: 'appointment:read',
    query: SlotWords,
    reply: listOf(Slot, 100_000),
    run: ({ caller, query }) => slots(caller, query),
  }),
])
