// Who came, who went, and times that are set right (people 5.6).

import type { Caller } from '../../../db/core/caller.ts'
import { clocked } from '../../../db/hospital/people/staff/attendance/clocking.ts'
import * as corrections from '../../../db/hospital/people/staff/attendance/corrections.ts'
import { decide } from '../../../db/hospital/people/staff/attendance/overtime.ts'
import * as periods from '../../../db/hospital/people/staff/attendance/periods.ts'
import * as days from '../../../db/hospital/people/staff/attendance/rows.ts'
import {
  Attendance,
  AttendanceFilters,
  ClockInput,
  Clocked,
  ClosePeriod,
  CorrectTimes,
  DecideOvertime,
  PeriodClosed,
  PeriodReopened,
  ReopenPeriod,
} from '../../../db/hospital/people/staff/attendance/shapes.ts'
import { MayNote, Refusing } from '../../../db/hospital/people/staff/banks/shapes.ts'
import { area } from '../../edge/route.ts'
import { byId, nobodys } from '../words.ts'

const { create, get, list, post } = nobodys

const record = byId(days.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) =>
  days.find(caller, (await done).id)

export const door = area('attendance', [
  create('/hr/attendance/clock', {
    summary: 'Clock in or out at a workstation',
    access: 'attendance:clock',
    once: true,
    body: ClockInput,
    reply: Clocked,
    says: 'Clocked.',
    run: ({ caller, body }) => clocked(caller, body),
  }),
  list('/hr/attendance', {
    summary: 'When your people came and went',
    access: 'attendance:read',
    filters: AttendanceFilters,
    each: Attendance,
    run: ({ caller, query }) => days.list(caller, query),
  }),
  get('/hr/attendance/:id', {
    summary: 'One day of one person',
    access: 'attendance:read',
    record,
    reply: Attendance,
    run: ({ caller, params }) => days.find(caller, params.id),
  }),
  post('/hr/attendance/:id/correct', {
    summary: 'Ask that times be set right; somebody else approves it',
    access: 'attendance:correct',
    record,
    body: CorrectTimes,
    reply: Attendance,
    says: 'Correction asked for.',
    run: ({ caller, params, body }) => shown(caller, corrections.correct(caller, params.id, body)),
  }),
  post('/hr/attendance/:id/approve', {
    summary: 'Approve a correction that somebody else asked for',
    access: 'attendance:approve',
    record,
    body: MayNote,
    reply: Attendance,
    says: 'Correction approved.',
    run: ({ caller, params, body }) =>
      shown(caller, corrections.approve(caller, params.id, body.note ?? null)),
  }),
  post('/hr/attendance/:id/refuse', {
    summary: 'Refuse a correction that somebody else asked for',
    access: 'attendance:approve',
    record,
    body: Refusing,
    reply: Attendance,
    says: 'Correction refused.',
    run: ({ caller, params, body }) =>
      shown(caller, corrections.refuse(caller, params.id, body.note)),
  }),
  post('/hr/attendance/:id/overtime', {
    summary: 'Decide on time beyond the shift',
    access: 'attendance:approve',
    record,
    body: DecideOvertime,
    reply: Attendance,
    says: 'Overtime decided.',
    run: ({ caller, params, body }) => shown(caller, decide(caller, params.id, body)),
  }),
  post('/hr/attendance/close-period', {
    summary: 'Close a month of a branch: pay may take its hours',
    access: 'attendance:approve',
    body: ClosePeriod,
    reply: PeriodClosed,
    says: 'Attendance closed.',
    run: ({ caller, body }) => periods.close(caller, body),
  }),
  post('/hr/attendance/reopen-period', {
    summary: 'Open a closed month again',
    access: 'attendance:approve',
    body: ReopenPeriod,
    reply: PeriodReopened,
    says: 'Attendance opened again.',
    run: ({ caller, body }) => periods.reopen(caller, body),
  }),
])
